// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { Ask } from './github-settings.ts';
import { pushAccount } from './pull-request-cluster-settings.ts';

/** @see https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch */
const rules = z.array(
  z.looseObject({
    type: z.string(),
    ruleset_id: z.int().optional(),
    parameters: z
      .looseObject({
        required_approving_review_count: z.int().optional(),
        require_last_push_approval: z.boolean().optional(),
      })
      .optional(),
  }),
);

/**
 * Those who may bypass it are shown only to those who may change it.
 *
 * @see https://docs.github.com/en/rest/repos/rules#get-a-repository-ruleset
 */
const ruleset = z.looseObject({
  name: z.string(),
  bypass_actors: z
    .array(z.looseObject({ actor_type: z.string(), bypass_mode: z.string().optional() }))
    .optional(),
});
type Ruleset = z.output<typeof ruleset>;
type Actor = NonNullable<Ruleset['bypass_actors']>[number];

const accounts = z.array(z.unknown()).default([]);

/** @see https://docs.github.com/en/rest/branches/branch-protection#get-branch-protection */
const protection = z.looseObject({
  required_pull_request_reviews: z
    .looseObject({
      required_approving_review_count: z.int().optional(),
      require_last_push_approval: z.boolean().optional(),
      bypass_pull_request_allowances: z
        .looseObject({ users: accounts, teams: accounts, apps: accounts })
        .optional(),
    })
    .optional(),
  enforce_admins: z.looseObject({ enabled: z.boolean() }).optional(),
});

/**
 * Without the setting, an approval of one commit is one of all that is pushed after it. With it, one from
 * before the last push does not count, so nobody has to dismiss it (`dismiss_stale_reviews`): that would
 * add something only where more than the one approval is required that is asked for here.
 *
 * @see https://github.com/orgs/community/discussions/77578
 */
const lastPush = {
  problem: 'whoever has pushed after the approval may merge what nobody else has seen',
  fix: 'tick "Require approval of the most recent reviewable push".',
} as const;

/** Problems of a branch to which one account pushes the files of clusters for pull requests. */
const ofPushes = {
  others: `others than ${pushAccount} may change it without an approval`,
  nobody: 'nobody may push to it, so the files of clusters for pull requests cannot be pushed',
} as const;

/** Types of actors that can be one account. A role, and the owners of an organization, are several. */
const accountTypes: readonly string[] = ['User', 'Team', 'Integration'];

const mayPush = ({ bypass_mode: mode }: Actor) => mode !== 'pull_request';

const isAccount = (actor: Actor) => mayPush(actor) && accountTypes.includes(actor.actor_type);

/** Returns whether more actors may bypass a ruleset than the one account that pushes. */
function isOpen({ bypass_actors: actors = [] }: Ruleset, hasClusters: boolean): boolean {
  return actors.length > (hasClusters && actors.some(isAccount) ? 1 : 0);
}

/** Returns whether nobody may push past a ruleset, as far as the token may see that. */
function isClosed({ bypass_actors: actors }: Ruleset): boolean {
  return actors !== undefined && !actors.some(mayPush);
}

async function checkRules(
  ask: Ask,
  subject: string,
  reviews: z.output<typeof rules>,
  hasClusters: boolean,
): Promise<Finding[]> {
  const place = 'Settings, Rules, Rulesets';
  const findings: Finding[] = [];
  const add = (problem: string, fix: string) => findings.push({ subject, problem, fix });
  if (!reviews.some(({ parameters }) => parameters?.require_last_push_approval === true)) {
    add(lastPush.problem, `${place}: ${lastPush.fix}`);
  }
  const all: Ruleset[] = [];
  for (const id of new Set(reviews.flatMap((one) => one.ruleset_id ?? []))) {
    all.push((await ask(`/rulesets/${id}`, ruleset)) ?? { name: '' });
  }
  const namesOf = (some: readonly Ruleset[]) => some.map(({ name }) => name).join(', ');
  const closed = all.filter(isClosed);
  if (hasClusters && closed.length > 0) {
    const fix = `${place}, ${namesOf(closed)}: add ${pushAccount} to the bypass list, with "Always allow".`;
    add(ofPushes.nobody, fix);
  }
  if (all.length > 0 && all.every((one) => isOpen(one, hasClusters))) {
    const wanted = hasClusters
      ? `leave only ${pushAccount} in the bypass list.`
      : 'empty the bypass list.';
    add(
      hasClusters ? ofPushes.others : 'some may change it without an approval',
      `${place}, ${namesOf(all)}: ${wanted}`,
    );
  }
  return findings;
}

/**
 * Returns why a change can get into the default branch without an approval of all of it by somebody else.
 *
 * @param hasClusters - whether one account pushes the files of clusters for pull requests, and must be
 * able to.
 */
export async function checkGitHubDefaultBranch(
  ask: Ask,
  main: string,
  hasClusters: boolean,
): Promise<Finding[]> {
  const subject = `branch ${main}`;
  const bypass = hasClusters ? `with a bypass for ${pushAccount} alone` : 'without a bypass';
  const fix = `Settings, Rules, Rulesets: require a pull request with at least 1 approval for ${main}, ${bypass}.`;
  const path = encodeURIComponent(main);
  const reviews = ((await ask(`/rules/branches/${path}`, rules)) ?? []).filter(
    ({ parameters, type }) =>
      type === 'pull_request' && (parameters?.required_approving_review_count ?? 0) > 0,
  );
  if (reviews.length > 0) return checkRules(ask, subject, reviews, hasClusters);
  const found = await ask(`/branches/${path}/protection`, protection);
  const wanted = found?.required_pull_request_reviews;
  if ((wanted?.required_approving_review_count ?? 0) === 0) {
    return [{ subject, problem: 'changes need no approval of anybody', fix }];
  }
  const findings: Finding[] = [];
  const { apps = [], teams = [], users = [] } = wanted?.bypass_pull_request_allowances ?? {};
  const bypassing = apps.length + teams.length + users.length;
  const place = `Settings, Branches, ${main}`;
  if (found?.enforce_admins?.enabled !== true) {
    findings.push({ subject, problem: 'administrators may change it without an approval', fix });
  } else if (hasClusters && bypassing === 0) {
    const tick = `tick "Allow specified actors to bypass required pull requests", for ${pushAccount}.`;
    findings.push({ subject, problem: ofPushes.nobody, fix: `${place}: ${tick}` });
  }
  if (bypassing > (hasClusters ? 1 : 0)) {
    const problem = hasClusters ? ofPushes.others : 'some may change it without an approval';
    findings.push({ subject, problem, fix });
  }
  if (wanted?.require_last_push_approval !== true) {
    findings.push({ subject, problem: lastPush.problem, fix: `${place}: ${lastPush.fix}` });
  }
  return findings;
}
