type Operation = (options: never) => Promise<unknown>;
type Body<Each extends Operation> = NonNullable<Awaited<ReturnType<Each>>>;

/**
 * The body of a response, and the response with its status and headers:
 * `const { data, response } = await withResponse(getProfile, { client })`.
 */
export async function withResponse<Each extends Operation>(
  operation: Each,
  options: Parameters<Each>[0],
): Promise<{ data: Body<Each>; response: Response }> {
  // The type of an operation allows one style of response, which is the body alone.
  const call = operation as unknown as (options: unknown) => Promise<unknown>;
  const result = await call({ ...(options as object), responseStyle: "fields" });
  const { data, response } = result as { data: Body<Each>; response: Response };
  return { data, response };
}
