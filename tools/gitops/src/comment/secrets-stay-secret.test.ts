// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeReports } from '../drift-issues/judge-reports.ts';
import { syncDriftIssues } from '../drift-issues/sync-drift-issues.ts';
import { driftReport, urn } from '../drift-issues/testing/drift-report.ts';
import { forgeFromEnvironment } from '../forge/forge-from-environment.ts';
import { FakeForge } from '../forge/testing/index.ts';
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import type { StackReport } from '../report/stack-report.ts';
import { masker } from '../run/mask.ts';
import { writeSummary } from '../summary/write-summary.ts';
import { postComment } from './post-comment.ts';

/** Each must never be seen anywhere. */
const canaries = {
  PULUMI_CONFIG_PASSPHRASE: 'canary*passphrase<1>',
  AWS_SECRET_ACCESS_KEY: 'canary/aws+key/2',
  GITHUB_TOKEN: 'canary-forge-token-3',
  GITLAB_TOKEN: 'canary-forge-token-3',
};
const looks = [
  '-----BEGIN RSA PRIVATE KEY-----\\nY2FuYXJ5\\n-----END RSA PRIVATE KEY-----',
  'eyJhbGciOiJub25lIn0.eyJjYW5hcnkiOiI0In0.Y2FuYXJ5',
];
const everything = [...Object.values(canaries), ...looks].join(' and ');

/** A report with the canaries in every text that there is room for. */
function leaking(operation: StackReport['operation'], stack: string): StackReport {
  const resource = urn('kubernetes:core/v1:Secret', everything);
  return driftReport(stack, {
    operation,
    outcome: operation === 'drift' ? 'drifted' : 'failed',
    reason: `Cannot log in with ${everything}`,
    consequences: [everything],
    effects: [{ kind: 'data-deleted', count: 1, subject: everything, detail: everything }],
    exceeded: [everything],
    policyViolations: [{ policy: everything, level: 'mandatory', resource, message: everything }],
    changes: [
      {
        urn: resource,
        type: everything,
        name: everything,
        operation: 'delete',
        fields: [everything],
        values: [{ field: everything, before: everything, after: everything }],
        protected: true,
      },
    ],
    drift: [{ resource, field: everything, wanted: everything, live: everything }],
  });
}

/** Files of a branch with the canaries in every text. */
const pullRequest: PullRequest = {
  author: {
    files: [
      {
        file: everything,
        kind: 'changed',
        fields: [
          { kind: 'changed', path: everything, before: everything, after: everything },
          { kind: 'added', path: everything, value: everything },
        ],
      },
    ],
    code: [{ place: everything, files: 1 }],
  },
  capacity: [{ environment: everything }],
  cost: [{ environment: everything, problem: everything }],
  rings: [{ name: everything, environments: ['prod'] }],
  byHand: [everything],
};

/** Text as people see it: Markdown’s entities and characters of no width undone. */
function seen(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_match, point: string) => String.fromCodePoint(Number(point)))
    .replaceAll('\u200b', '');
}

const secretParts = [...Object.values(canaries), 'Y2FuYXJ5', 'eyJjYW5hcnki'];

test.each(['github', 'gitlab'] as const)(
  'secrets of the environment and of reports are nowhere on %s, in the summary or in what is said',
  async (kind) => {
    const server = await FakeForge.start(kind);
    server.state.addAccount(canaries.GITHUB_TOKEN);
    const folder = mkdtempSync(join(tmpdir(), 'summary-'));
    const summary = join(folder, 'summary.md');
    const env = {
      ...canaries,
      GITHUB_STEP_SUMMARY: summary,
      ...(kind === 'github'
        ? { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: server.url }
        : { CI_PROJECT_ID: 'o/r', CI_SERVER_URL: server.url }),
    };
    const mask = masker(env);
    const said: string[] = [];
    const report = (line: string) => said.push(line);
    const current = forgeFromEnvironment(env, { report, pace: { secondMs: 1 } });

    const busy = { status: 429, headers: { 'retry-after': '1' }, body: { message: everything } };
    server.fail({ method: 'GET', answer: busy });
    const left = { reports: [leaking('preview', 'prod.shop')], jobFailed: true, pullRequest };
    await postComment(current, 7, left, mask).catch((error: unknown) =>
      said.push(mask(String(error))),
    );
    await postComment(current, 7, left, mask);
    writeSummary(env, { ...left, reports: [leaking('up', 'prod.shop')] }, mask, report);
    const judged = judgeReports(folder, [leaking('drift', 'prod.shop')], new Date(0), mask);
    await syncDriftIssues(current.forge, judged, () => true);

    expect(server.state.comments).toHaveLength(1);
    expect(server.state.issues).toHaveLength(1);
    const published = [
      ...server.state.comments.map(({ body }) => body),
      ...server.state.issues.map(({ body, title }) => `${title}\n${body}`),
      readFileSync(summary, 'utf8'),
      ...said,
    ].map(seen);
    for (const secret of secretParts) {
      expect(published.filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(published.filter((text) => text.includes('[secret]')).length).toBeGreaterThan(2);
    await server.stop();
    rmSync(folder, { recursive: true });
  },
);
