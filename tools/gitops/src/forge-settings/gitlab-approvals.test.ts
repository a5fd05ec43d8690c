// SPDX-License-Identifier: Apache-2.0
import { checkGitLabApprovals } from './gitlab-approvals.ts';
import { approvalRule, approvals } from './testing/gitlab-answers.ts';

/** Returns what is wrong with the approvals that a project has for its branch `main`. */
async function found(rules: readonly unknown[] | undefined, settings: unknown) {
  const reader = {
    one: (path: string) => Promise.resolve(path === 'approvals' ? settings : undefined),
    all: (path: string) => Promise.resolve(path === 'approval_rules' ? rules : undefined),
    artifact: () => Promise.resolve(undefined),
  };
  const findings = await checkGitLabApprovals(reader, 'main');
  return findings.map(({ fix, problem, subject }) => `${subject}: ${problem}\n  ${fix}`);
}

const place = 'Settings, Merge requests, Merge request approvals';
const everywhere = { ...approvalRule(1, 'other'), applies_to_all_protected_branches: true };

test.each([
  ['of all branches', approvalRule(1)],
  ['of the branch', approvalRule(2, 'other', 'main')],
  ['of all protected branches', everywhere],
])('a rule %s is enough', async (_which, rule) => {
  expect(await found([approvalRule(0), rule], approvals())).toEqual([]);
});

test('finds that the rules ask nobody, or are for other branches', async () => {
  expect(await found([approvalRule(0), approvalRule(1, 'other')], approvals())).toEqual([
    `branch main: changes need no approval of anybody\n  ${place}: a rule with at least 1 approval for main.`,
  ]);
});

const byAuthors = `whoever wrote a change, or a part of it, may approve it\n  ${place}: tick "Prevent approval by merge request creator" and "Prevent approvals by users who add commits".`;

test.each<[object, string]>([
  [
    { reset_approvals_on_push: false },
    `what is pushed after an approval needs none\n  ${place}, When a commit is added: "Remove all approvals".`,
  ],
  [{ merge_requests_author_approval: true }, byAuthors],
  [{ merge_requests_disable_committers_approval: false }, byAuthors],
  [
    { disable_overriding_approvers_per_merge_request: null },
    `whoever opens a merge request may say that it needs no approval\n  ${place}: tick "Prevent editing approval rules in merge requests".`,
  ],
])('finds approvals that do not hold: %j', async (changed, line) => {
  expect(await found([approvalRule(1)], approvals(changed))).toEqual([`branch main: ${line}`]);
});

test('reports that a GitLab without approval rules cannot ask for approvals', async () => {
  expect(await found(undefined, approvals())).toEqual([
    'branch main: this GitLab has no approval rules: whoever may merge, merges what nobody has read\n  They need GitLab Premium. Without them let only those merge who read what they merge.',
  ]);
});
