// SPDX-License-Identifier: Apache-2.0
import type { DriftConfig } from './drift-config.ts';
import { gitHub } from '../forge/github.ts';
import { gitLab } from '../forge/gitlab.ts';
import { FakeForge } from '../forge/testing/index.ts';
import type { StackReport } from '../report/stack-report.ts';
import { chooseRepairs } from './choose-repairs.ts';
import { syncDriftIssues } from './sync-drift-issues.ts';
import { driftReport, urn } from './testing/drift-report.ts';

const judged = (...reports: StackReport[]) =>
  reports.map((report) => ({ report, ignored: 0, ended: [] }));
const clean = (stack: string) =>
  driftReport(stack, { outcome: 'unchanged', drift: [], changes: [] });
const dead = (stack: string) =>
  driftReport(stack, {
    outcome: 'failed',
    drift: [],
    changes: [],
    reason: 'The cluster does not answer within 30 s.\nLook at https://10.0.0.1:6443.',
  });

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let server: FakeForge;
  beforeEach(async () => {
    server = await FakeForge.start(kind);
    server.state.addAccount('t');
  });
  afterEach(() => server.stop());

  const client = () => {
    const pace = { secondMs: 1 };
    const access = {
      token: 't',
      url: server.url,
      repository: 'o/r',
      report: () => undefined,
      pace,
    };
    return kind === 'github' ? gitHub(access) : gitLab(access);
  };
  const sync = (...reports: StackReport[]) =>
    syncDriftIssues(client(), judged(...reports), () => true);
  const writes = () => server.seen.filter(({ method }) => method !== 'GET').length;

  test('opens one issue for a drifted stack, with object, field and both values', async () => {
    expect(await sync(driftReport('prod.shop'), clean('prod.quiet'))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'opened' },
      { stack: 'user-cluster/prod.quiet', done: 'unchanged' },
    ]);
    const [issue] = server.state.issues;
    expect(issue).toMatchObject({
      title: 'Drift: prod / shop is not what Git says',
      state: 'open',
      labels: ['strata/drift'],
    });
    expect(issue?.body.split('\n').slice(1, 4)).toEqual([
      'Somebody or something changed the cluster behind Git’s back:',
      '',
      '- <code>kubernetes:core/v1:Service api</code> <code>spec.ports&#91;0&#93;.port</code>: Git says <code>80</code>, the cluster <code>8080</code>',
    ]);
  });

  test('an issue that somebody else opened is no issue of a stack, and asks for no repair', async () => {
    await sync(driftReport('prod.shop'));
    const body = server.state.issues[0]?.body ?? '';
    const labels = ['strata/drift', 'strata/repair'];
    const author = server.state.addAccount('token of a guest');
    server.state.issues.length = 0;
    server.state.addIssue({ title: 'Please', body, labels, author });
    const byLabel = (): DriftConfig => ({ ignore: [], repair: 'by-label' });
    expect(await chooseRepairs(client(), judged(driftReport('prod.shop')), byLabel)).toEqual([]);
    expect(await sync(driftReport('prod.shop'))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'opened' },
    ]);
    expect(server.state.issues.map(({ title }) => title)).toEqual([
      'Please',
      'Drift: prod / shop is not what Git says',
    ]);
  });

  test('writes only changes, and keeps people’s labels', async () => {
    await sync(driftReport('prod.shop'));
    const before = writes();
    expect(await sync(driftReport('prod.shop', { commit: 'other' }))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'unchanged' },
    ]);
    expect(writes()).toBe(before);
    server.state.issues[0]?.labels.push('team-a');
    const resource = urn('kubernetes:core/v1:Service', 'api');
    const drift = [{ resource, field: 'spec.type', wanted: 'ClusterIP', live: 'NodePort' }];
    expect(await sync(driftReport('prod.shop', { drift }))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'updated' },
    ]);
    expect(server.state.issues).toHaveLength(1);
    expect(server.state.issues[0]?.labels).toEqual(['strata/drift', 'team-a']);
    expect(server.state.issues[0]?.body).toContain('<code>NodePort</code>');
  });

  test('closes the issue of a clean stack, removes its repair label, and reopens the same issue later', async () => {
    await sync(driftReport('prod.shop'));
    const [issue] = server.state.issues;
    issue?.labels.push('strata/repair');
    expect(await sync(clean('prod.shop'))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'closed' },
    ]);
    expect(issue).toMatchObject({ state: 'closed', labels: ['strata/drift'] });
    expect(await sync(clean('prod.shop'))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'unchanged' },
    ]);
    expect(await sync(driftReport('prod.shop'))).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'reopened' },
    ]);
    expect(server.state.issues).toHaveLength(1);
    expect(issue?.state).toBe('open');
  });

  test('a cluster that does not answer does not count as drift, and its issue says so', async () => {
    await sync(dead('prod.shop'));
    const [issue] = server.state.issues;
    expect(issue).toMatchObject({
      title: 'Drift check of prod / shop fails',
      labels: ['strata/drift', 'strata/drift-unknown'],
    });
    expect(issue?.body).toContain('is not known: the check itself failed.');
    expect(issue?.body).toContain('- <code>The cluster does not answer within 30 s.</code>');
    await sync(driftReport('prod.shop'));
    expect(issue).toMatchObject({
      title: 'Drift: prod / shop is not what Git says',
      labels: ['strata/drift'],
    });
  });

  test('keeps the issues of stacks in other parts, and closes those of removed stacks', async () => {
    await sync(driftReport('prod.shop'), driftReport('prod.other'), driftReport('prod.gone'));
    const forge = client();
    const done = await syncDriftIssues(
      forge,
      judged(clean('prod.shop'), { ...clean('prod.other'), outcome: 'cancelled' }),
      (stack) => stack !== 'user-cluster/prod.gone',
    );
    expect(done).toEqual([
      { stack: 'user-cluster/prod.shop', done: 'closed' },
      { stack: 'user-cluster/prod.gone', done: 'closed' },
    ]);
    expect(server.state.issues.map(({ state }) => state)).toEqual(['closed', 'open', 'closed']);
  });

  test('one issue remains when the forge failed after making it', async () => {
    const answer = { status: 500, body: { message: 'Server Error' } };
    server.fail({ method: 'POST', done: true, answer });
    await sync(driftReport('prod.shop'));
    server.fail({ method: 'POST', answer });
    await sync(driftReport('prod.other'));
    expect(server.state.issues.map(({ title }) => title)).toEqual([
      'Drift: prod / shop is not what Git says',
      'Drift: prod / other is not what Git says',
    ]);
  });

  test('keeps the older of two issues about one stack', async () => {
    await sync(driftReport('prod.shop'));
    const [issue] = server.state.issues;
    server.state.addIssue({ title: 'twin', body: issue?.body ?? '', labels: ['strata/drift'] });
    await sync(driftReport('prod.shop'));
    expect(server.state.issues.map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  test('2,000 fields give an issue that the forge accepts', async () => {
    const resource = urn('kubernetes:core/v1:ConfigMap', 'big');
    const drift = Array.from({ length: 2000 }, (_, index) => ({
      resource,
      field: `data.key-${index}`,
      wanted: '<b>@all'.repeat(100),
      live: '`'.repeat(1000),
    }));
    await sync(driftReport('prod.shop', { drift }));
    const body = server.state.issues[0]?.body ?? '';
    expect(body.length).toBeLessThan(65_536);
    expect(body).toMatch(/\n- … \d+ more, in the reports of the run\n/);
    expect(body).not.toMatch(/<b>|`/);
  });

  test('repairs drifted stacks that have the label or whose environment repairs itself', async () => {
    const reports = [
      driftReport('prod.shop'),
      driftReport('prod.other'),
      dead('prod.dead'),
      driftReport('lab.one'),
      clean('lab.two'),
    ];
    await sync(...reports);
    for (const issue of server.state.issues) {
      if (!issue.title.includes('other')) issue.labels.push('strata/repair');
    }
    const configOf = (environment: string): DriftConfig => ({
      repair: environment === 'lab' ? 'automatic' : 'by-label',
      ignore: [],
    });
    expect(await chooseRepairs(client(), judged(...reports), configOf)).toEqual([
      { stack: 'user-cluster/prod.shop', because: 'label' },
      { stack: 'user-cluster/lab.one', because: 'automatic' },
    ]);
  });
});
