// Compiles only if the generated types are as a user of the client expects them.
import type { components, operations } from "./generated/api";

type Schemas = components["schemas"];
type Found = operations["getJob"]["responses"][200]["content"]["application/json"];

export const statusOf = (found: Found): Schemas["JobStatus"] => found.data.status;
export const specialtyOf = (job: Schemas["JobPosting"]): Schemas["Specialty"] | null => job.specialty;
