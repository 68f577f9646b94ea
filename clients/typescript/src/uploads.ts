import type { BridgeworkClient } from "./client.js";
import { BridgeworkError } from "./errors.js";
import { completeUpload, createCvUploadUrl, createUploadUrl } from "./generated/sdk.gen.js";
import type { Asset, CreateAssetUploadUrlRequest, UploadTicket } from "./generated/types.gen.js";

/** A file, and what it is for. */
export interface FileToUpload
  extends Pick<CreateAssetUploadUrlRequest, "fileName" | "folder" | "feedPostId"> {
  content: Blob;
  /** The type of `content` by default. */
  contentType?: string;
}

/** Upload a file in one call: ask for a ticket, send the bytes, complete the upload. */
export async function upload(client: BridgeworkClient, file: FileToUpload): Promise<Asset> {
  const { content, contentType, ...rest } = file;
  const body = { ...rest, contentType: contentType ?? content.type, fileSizeBytes: content.size };
  return sendFile(client, (await createUploadUrl({ client, body })).data, content);
}

/** Upload a CV. Its `objectPath` is the `cvObjectPath` of an application. */
export async function uploadCv(
  client: BridgeworkClient,
  { fileName, content, contentType }: Pick<FileToUpload, "fileName" | "content" | "contentType">,
): Promise<Asset> {
  const body = { fileName, contentType: contentType ?? content.type, fileSizeBytes: content.size };
  return sendFile(client, (await createCvUploadUrl({ client, body })).data, content);
}

async function sendFile(
  client: BridgeworkClient,
  { method, uploadUrl, headers, objectPath }: UploadTicket,
  content: Blob,
): Promise<Asset> {
  // The URL may be that of another server: it gets the ticket's headers and no token.
  const send = client.getConfig().fetch ?? fetch;
  const response = await send(new Request(uploadUrl, { method, headers, body: content }));
  if (!response.ok) {
    throw new BridgeworkError(response, await response.json().catch(() => undefined));
  }
  return (await completeUpload({ client, body: { objectPath } })).data;
}
