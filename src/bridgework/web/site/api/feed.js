// The operations of the feed.
import { operation } from "../operation.js";

export const listFeedPosts = operation("listFeedPosts");
export const getFeedPost = operation("getFeedPost");
export const createFeedPost = operation("createFeedPost");
export const updateFeedPost = operation("updateFeedPost");
export const deleteFeedPost = operation("deleteFeedPost");

export const listFeedComments = operation("listFeedComments");
export const createFeedComment = operation("createFeedComment");
export const deleteFeedComment = operation("deleteFeedComment");
export const likePost = operation("likePost");
export const unlikePost = operation("unlikePost");
