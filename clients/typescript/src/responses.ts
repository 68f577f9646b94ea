type Operation = (options: never) => Promise<unknown>;
type Fields<Each extends Operation> = Extract<
  Awaited<ReturnType<Each>>,
  { request: Request; response: Response }
>;
type Body<Each extends Operation> = Fields<Each>["data"];

/**
 * The body of a response, and the response with its status and headers:
 * `const { data, response } = await withResponse(getProfile, { client })`.
 */
export async function withResponse<Each extends Operation>(
  operation: Each,
  options: Parameters<Each>[0],
): Promise<{ data: Body<Each>; response: Response }> {
  // The style of a response is a type parameter of the operation, which is not known here.
  const call = operation as unknown as (options: unknown) => Promise<unknown>;
  const result = await call({ ...(options as object), responseStyle: "fields" });
  const { data, response } = result as { data: Body<Each>; response: Response };
  return { data, response };
}
