// Compiles only if the generated types are as a user of the client expects them.
import { getJob } from "./generated/api";
import type { JobPosting, JobStatus, Specialty } from "./generated/api";

export const statusOf = (job: JobPosting): JobStatus => job.status;
export const specialtyOf = (job: JobPosting): Specialty | null => job.specialty;

export async function titleOfJob(id: string): Promise<string> {
  const answer = await getJob(id);
  return answer.status === 200 ? answer.data.data.roleNeeded : `${answer.status}`;
}
