import type { BridgeworkClient } from "./client.js";

const DEFAULT_LIMIT = 20;

type Item<Result> = Result extends { data: infer Page }
  ? Page extends readonly (infer Each)[]
    ? Each
    : Page extends { items: readonly (infer Each)[] }
      ? Each
      : never
  : never;

type Query = Record<string, unknown>;
type Page =
  | readonly unknown[]
  | { items: readonly unknown[]; page: number; limit: number; total: number }
  | { items: readonly unknown[]; nextCursor: string | null; hasMore: boolean }
  | { items: readonly unknown[]; nextAfter: number; hasMore: boolean };

/**
 * All items of a list, page by page:
 * `for await (const job of iterate(listJobs, { client, query: { search: "implants" } }))`.
 */
export async function* iterate<Options extends { client: unknown; query?: unknown }, Result>(
  list: (options: Options) => Promise<Result>,
  options: Options & { client: BridgeworkClient },
): AsyncGenerator<Item<Awaited<Result>>, void, undefined> {
  const query = { ...(options.query as Query | undefined) };
  let position: Query | undefined = {};
  while (position !== undefined) {
    const result = await list({ ...options, query: { ...query, ...position } });
    const page: Page = (result as { data: Page }).data;
    yield* ("items" in page ? page.items : page) as Item<Awaited<Result>>[];
    position = nextPosition(page, query, position);
  }
}

/** The parameters of the next page; undefined after the last one. */
function nextPosition(page: Page, query: Query, position: Query): Query | undefined {
  const number = Number(position.page ?? query.page ?? 1);
  if (!("items" in page)) {
    const limit = typeof query.limit === "number" ? query.limit : DEFAULT_LIMIT;
    return page.length >= limit ? { page: number + 1 } : undefined;
  }
  if ("total" in page) return number * page.limit < page.total ? { page: number + 1 } : undefined;
  if (!page.hasMore) return undefined;
  return "nextAfter" in page ? { after: page.nextAfter } : { cursor: page.nextCursor };
}
