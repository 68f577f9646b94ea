// The operations of the feed.
import { operation } from "../operation.js";

/**
 * @typedef {import("../operation.js").Read} Read
 * @typedef {import("../operation.js").Write} Write
 * @typedef {{id: ?string, name: string, avatarUrl: ?string}} Author
 * @typedef {{id: string, postId: string, author: Author, content: string,
 *   createdAt: string}} Comment
 * @typedef {{id: string, author: Author, content: ?string, imageUrl: ?string, likeCount: number,
 *   likedByMe: boolean, commentCount: number, createdAt: string, editedAt: ?string,
 *   comments: ?Comment[]}} Post
 */

/** @type {Read<object, {items: Post[], nextCursor: ?string}>} */
export const listFeedPosts = operation("listFeedPosts");
/** @type {Read<{id: string}, Post>} */
export const getFeedPost = operation("getFeedPost");
/** @type {Write<{}, {content: string}, Post>} */
export const createFeedPost = operation("createFeedPost");
/** @type {Write<{id: string}, {content?: string, imageUrl?: null}, Post>} */
export const updateFeedPost = operation("updateFeedPost");
/** @type {Write<{id: string}, undefined, object>} */
export const deleteFeedPost = operation("deleteFeedPost");

/** @type {Read<{id: string, cursor?: string, limit?: number}, {items: Comment[],
 *   nextCursor: ?string}>} */
export const listFeedComments = operation("listFeedComments");
/** @type {Write<{id: string}, {content: string}, Comment>} */
export const createFeedComment = operation("createFeedComment");
/** @type {Write<{id: string}, undefined, object>} */
export const deleteFeedComment = operation("deleteFeedComment");
/** @type {Write<{id: string}, undefined, Post>} */
export const likePost = operation("likePost");
/** @type {Write<{id: string}, undefined, Post>} */
export const unlikePost = operation("unlikePost");
