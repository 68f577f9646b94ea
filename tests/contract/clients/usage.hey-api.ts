// Compiles only if the generated types are as a user of the client expects them.
import { getJob, login } from "./generated";
import type { JobPosting, JobStatus, Specialty } from "./generated";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export const enumsHaveOneType: Same<JobPosting["status"], JobStatus> = true;
export const nullIsOneOfTheValues: Same<JobPosting["specialty"], Specialty | null> = true;

export async function titleOfJob(id: string): Promise<string> {
  const { data, error } = await getJob({ path: { id } });
  return data === undefined ? error.message : data.data.roleNeeded;
}

export async function signIn(email: string, password: string): Promise<string> {
  const { data, error } = await login({ body: { email, password } });
  if (data !== undefined) return data.data.token;
  return "error" in error && error.error === "invalid_credentials" ? "Wrong password." : error.message;
}
