// Compiles only if the generated types are as a user of the client expects them.
import { JobsApi } from "./generated";
import type { JobPosting, JobStatus } from "./generated";

export const statusOf = (job: JobPosting): JobStatus => job.status;

export async function titleOfJob(id: string): Promise<string> {
  const { data } = await new JobsApi().getJob({ id });
  return data.roleNeeded;
}
