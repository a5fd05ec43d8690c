// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { GitLabReader } from '../forge/gitlab-reader.ts';
import { pullRequestClusters } from './pull-request-cluster-settings.ts';

/** @see https://docs.gitlab.com/api/pipeline_schedules/#list-all-pipeline-schedules-for-a-project */
const schedules = z.array(z.looseObject({ id: z.int() }));

/** @see https://docs.gitlab.com/api/pipeline_schedules/#retrieve-a-pipeline-schedule */
const schedule = z.looseObject({
  ref: z.string(),
  active: z.boolean(),
  owner: z.looseObject({ id: z.int(), state: z.string() }).nullish(),
  variables: z.array(z.looseObject({ key: z.string(), value: z.string() })).default([]),
});
type Schedule = z.output<typeof schedule>;

/** @see https://docs.gitlab.com/api/project_members/#retrieve-a-direct-or-inherited-member-of-a-project */
const member = z.looseObject({ access_level: z.int() });

/** Lowest role whose pipelines run. @see https://docs.gitlab.com/user/permissions/ */
const developer = 30;

/** Variable by which the pipelines know which schedule has started them. */
const scheduleVariable = 'STRATA_SCHEDULE';

/** Schedule that a project needs. */
interface WantedSchedule {
  readonly name: string;
  /** Consequence of its absence. */
  readonly missed: string;
  /** Page that says how often it runs. */
  readonly page: string;
}

const deploymentPage = 'docs/continuous-deployment.md';

const always: readonly WantedSchedule[] = [
  { name: 'deploy', missed: 'keys end that updates would renew', page: deploymentPage },
  { name: 'drift', missed: 'nobody looks for drift', page: deploymentPage },
  { name: 'comment', missed: 'no merge request gets a note', page: deploymentPage },
];

const ofClusters: WantedSchedule = {
  name: pullRequestClusters,
  missed: 'no cluster for a merge request is made or destroyed',
  page: 'docs/pull-request-clusters.md',
};

/** Returns the schedules that a project needs, which may have clusters for merge requests. */
export function wantedSchedules(hasClusters: boolean): readonly WantedSchedule[] {
  return hasClusters ? [...always, ofClusters] : always;
}

const place = 'Build, Pipeline schedules';

/** Returns whether somebody is still there to run pipelines. */
async function isThere(reader: GitLabReader, owner: Schedule['owner']): Promise<boolean> {
  if (owner?.state !== 'active') return false;
  const found = await reader.one(`members/all/${owner.id}`);
  return found !== undefined && member.parse(found).access_level >= developer;
}

/** Returns why a schedule does not run what it should; undefined where it does. */
async function problemOf(
  reader: GitLabReader,
  { active, owner, ref }: Schedule,
  branch: string,
): Promise<Omit<Finding, 'subject'> | undefined> {
  // GitLab starts no pipeline for such an owner; newer versions make the schedule inactive as well.
  if (!(await isThere(reader, owner))) {
    return {
      problem: 'its owner has left, so GitLab does not run it',
      fix: `${place}: take ownership of it, as somebody who may deploy to its environments, and activate it.`,
    };
  }
  if (!active) return { problem: 'it is not active', fix: `${place}: activate it.` };
  if (ref !== branch && ref !== `refs/heads/${branch}`) {
    return { problem: `it runs ${ref}`, fix: `${place}: its target is the branch ${branch}.` };
  }
  return undefined;
}

/** Returns the schedules that are missing, or that GitLab does not run. */
export async function checkGitLabSchedules(
  reader: GitLabReader,
  branch: string,
  hasClusters: boolean,
): Promise<Finding[]> {
  const listed = schedules.parse((await reader.all('pipeline_schedules')) ?? []);
  // Only the answer about one schedule has its variables.
  const answers = await Promise.all(listed.map(({ id }) => reader.one(`pipeline_schedules/${id}`)));
  const all = answers.flatMap((one) => (one === undefined ? [] : [schedule.parse(one)]));
  const findings: Finding[] = [];
  for (const { missed, name, page } of wantedSchedules(hasClusters)) {
    const subject = `schedule ${name}`;
    const own = all.filter(({ variables }) =>
      variables.some(({ key, value }) => key === scheduleVariable && value === name),
    );
    const problems = await Promise.all(own.map((one) => problemOf(reader, one, branch)));
    if (problems.includes(undefined)) continue;
    const [found] = problems;
    findings.push({
      subject,
      ...(found ?? {
        problem: `there is none, so ${missed}`,
        fix: `${place}: one on ${branch} with the variable ${scheduleVariable}=${name}; ${page} says how often.`,
      }),
    });
  }
  return findings;
}
