// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { GitLabReader } from '../forge/gitlab-reader.ts';

/** @see https://docs.gitlab.com/api/merge_request_approval_settings/ and https://docs.gitlab.com/api/merge_request_approvals/ */
const approvals = z.looseObject({
  reset_approvals_on_push: z.boolean().optional(),
  merge_requests_author_approval: z.boolean().optional(),
  merge_requests_disable_committers_approval: z.boolean().optional(),
  disable_overriding_approvers_per_merge_request: z.boolean().nullish(),
});

/** @see https://docs.gitlab.com/api/merge_request_approvals/#list-all-approval-rules-for-a-project */
const approvalRules = z.array(
  z.looseObject({
    approvals_required: z.int(),
    applies_to_all_protected_branches: z.boolean().optional(),
    protected_branches: z.array(z.looseObject({ name: z.string() })).default([]),
  }),
);
type ApprovalRule = z.output<typeof approvalRules>[number];

/** A rule without branches is for all of them. */
const isFor = (rule: ApprovalRule, branch: string) =>
  rule.applies_to_all_protected_branches === true ||
  rule.protected_branches.length === 0 ||
  rule.protected_branches.some(({ name }) => name === branch);

/** Returns why a change can get into a branch without an approval of all of it by somebody else. */
export async function checkGitLabApprovals(
  reader: GitLabReader,
  branch: string,
): Promise<Finding[]> {
  const subject = `branch ${branch}`;
  const rules = await reader.all('approval_rules');
  const settings = await reader.one('approvals');
  if (rules === undefined || settings === undefined) {
    return [
      {
        subject,
        problem:
          'this GitLab has no approval rules: whoever may merge, merges what nobody has read',
        fix: 'They need GitLab Premium. Without them let only those merge who read what they merge.',
      },
    ];
  }
  const place = 'Settings, Merge requests, Merge request approvals';
  const found = approvals.parse(settings);
  const wanted = [
    {
      isWrong: !approvalRules
        .parse(rules)
        .some((rule) => rule.approvals_required > 0 && isFor(rule, branch)),
      problem: 'changes need no approval of anybody',
      fix: `${place}: a rule with at least 1 approval for ${branch}.`,
    },
    {
      isWrong: found.reset_approvals_on_push !== true,
      problem: 'what is pushed after an approval needs none',
      fix: `${place}, When a commit is added: "Remove all approvals".`,
    },
    {
      isWrong:
        found.merge_requests_author_approval !== false ||
        found.merge_requests_disable_committers_approval !== true,
      problem: 'whoever wrote a change, or a part of it, may approve it',
      fix: `${place}: tick "Prevent approval by merge request creator" and "Prevent approvals by users who add commits".`,
    },
    {
      isWrong: found.disable_overriding_approvers_per_merge_request !== true,
      problem: 'whoever opens a merge request may say that it needs no approval',
      fix: `${place}: tick "Prevent editing approval rules in merge requests".`,
    },
  ];
  return wanted.flatMap(({ isWrong, ...finding }) => (isWrong ? [{ subject, ...finding }] : []));
}
