import type { BridgeworkClient } from "./client.js";
import { BridgeworkError, toError } from "./errors.js";
import { completeUpload, createCvUploadUrl, createUploadUrl } from "./generated/sdk.gen.js";
import type {
  Asset,
  CreateAssetUploadUrlRequest,
  Folder,
  UploadTicket,
} from "./generated/types.gen.js";

/** The folders whose files everyone can read. */
export type PublicFolder = Exclude<Folder, "job-cvs" | "vendor-attachments">;

/** An uploaded file. In a public folder it has a URL, which is a valid `avatarUrl`. */
export type UploadedFile<In extends Folder> = In extends PublicFolder
  ? Asset & { fileUrl: string }
  : Asset;

/** A file, and what it is for. */
export interface FileToUpload<In extends Folder = Folder>
  extends Pick<CreateAssetUploadUrlRequest, "fileName" | "feedPostId"> {
  content: Blob;
  /** `general-assets` by default. */
  folder?: In;
  /** The type of `content` by default. */
  contentType?: string;
  /**
   * Is called with the number of bytes that were sent and that of all bytes. Node.js reports the end
   * alone.
   */
  onProgress?: (sent: number, total: number) => void;
  /** Stops the upload. */
  signal?: AbortSignal;
}

/** Upload a file in one call: ask for a ticket, send the bytes, complete the upload. */
export async function upload<In extends Folder = "general-assets">(
  client: BridgeworkClient,
  file: FileToUpload<In>,
): Promise<UploadedFile<In>> {
  const { content, contentType, onProgress, signal, ...rest } = file;
  const body = { ...rest, contentType: contentType ?? content.type, fileSizeBytes: content.size };
  const ticket = (await createUploadUrl({ client, body, ...(signal && { signal }) })).data;
  return (await sendFile(client, ticket, file)) as UploadedFile<In>;
}

/** Upload a CV. Its `objectPath` is the `cvObjectPath` of an application. */
export async function uploadCv(
  client: BridgeworkClient,
  file: Omit<FileToUpload, "folder" | "feedPostId">,
): Promise<Asset> {
  const { fileName, content, contentType, signal } = file;
  const body = { fileName, contentType: contentType ?? content.type, fileSizeBytes: content.size };
  const ticket = (await createCvUploadUrl({ client, body, ...(signal && { signal }) })).data;
  return sendFile(client, ticket, file);
}

async function sendFile(
  client: BridgeworkClient,
  ticket: UploadTicket,
  { content, onProgress, signal }: Pick<FileToUpload, "content" | "onProgress" | "signal">,
): Promise<Asset> {
  // The URL may be that of another server: it gets the ticket's headers and no token.
  const { method, uploadUrl, headers, objectPath } = ticket;
  const abort = signal ? { signal } : {};
  let response: Response;
  try {
    if (onProgress && typeof XMLHttpRequest !== "undefined") {
      response = await sendWithProgress(ticket, content, onProgress, signal);
    } else {
      const send = client.getConfig().fetch ?? fetch;
      response = await send(new Request(uploadUrl, { method, headers, body: content, ...abort }));
    }
  } catch (error) {
    throw toError(error, undefined);
  }
  if (!response.ok) {
    throw new BridgeworkError(response, await response.json().catch(() => undefined));
  }
  onProgress?.(content.size, content.size);
  return (await completeUpload({ client, body: { objectPath }, ...abort })).data;
}

/** Send the bytes by XMLHttpRequest, since `fetch` does not report what it has sent. */
function sendWithProgress(
  { method, uploadUrl, headers }: UploadTicket,
  content: Blob,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(method, uploadUrl);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded, content.size);
    request.onload = () =>
      resolve(
        new Response(request.responseText || null, {
          status: request.status,
          headers: headersOf(request),
        }),
      );
    request.onerror = () => reject(new TypeError("the bytes could not be sent"));
    request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(content);
  });
}

/** The headers of the response to an XMLHttpRequest. */
function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  return headers;
}
