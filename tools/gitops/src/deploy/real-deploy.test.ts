// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport, readReports, writeReport } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { NoteRepository } from '../testing/note-stacks.ts';
import { deploy } from './deploy.ts';
import { maintenanceWindow } from './windows.ts';

// Runs the real engine and CLI, with a file backend and a provider whose cloud is a folder of
// files.
jest.setTimeout(900_000);

const repository = new NoteRepository();
const rings = `
rings:
  - {name: first, environments: [test]}
  - {name: last, environments: [prod]}
`;
const stacks = ['infra/test', 'user-cluster/test.shop', 'infra/prod', 'user-cluster/prod.shop'];

beforeAll(() => {
  for (const program of ['infra', 'user-cluster']) repository.addProgram(program);
  for (const id of stacks) repository.configure(id, { a: { text: 'one' } });
  repository.write('stacks/rings.yaml', rings);
  repository.commit();
});
afterAll(() => repository.remove());

let count = 0;
/** Deploys and returns the outcome of each stack. */
async function runDeploy(...more: readonly string[]) {
  count += 1;
  const folder = join(repository.folder, '.reports', String(count));
  const { code, stderr } = await repository.gitops('deploy', '--reports', folder, ...more);
  const reports = existsSync(folder) ? readReports(folder) : [];
  const outcomes = reports.map(({ outcome, program, stack }) => [`${program}/${stack}`, outcome]);
  return { code, stderr, outcomes: Object.fromEntries(outcomes) as Record<string, string> };
}

test('brings up every new stack, ring by ring, and stacks that others read first', async () => {
  const { code, outcomes, stderr } = await runDeploy();
  expect([code, outcomes]).toEqual([0, Object.fromEntries(stacks.map((id) => [id, 'changed']))]);
  const begun = [...stderr.matchAll(/^(\S+): up \.\.\.$/gm)].map(([, id]) => id);
  expect(begun).toEqual(stacks);
});

test('brings up nothing when only documentation has changed', async () => {
  repository.write('docs/page.md', 'more');
  repository.commit();
  expect(await runDeploy()).toMatchObject({ code: 0, outcomes: {} });
});

/** Moves Pulumi's record of a stack's last update some days into the past. */
function ageLastUpdate(program: string, stack: string, days: number): void {
  const time = Date.now() - days * 86_400_000;
  const change = (file: string, how: (content: never) => void) => {
    const content = JSON.parse(readFileSync(file, 'utf8')) as never;
    how(content);
    writeFileSync(file, JSON.stringify(content));
  };
  const state = join(repository.state, '.pulumi');
  change(
    join(state, 'stacks', program, `${stack}.json`),
    ({ checkpoint }: { checkpoint: { latest: { manifest: { time: string } } } }) => {
      checkpoint.latest.manifest.time = new Date(time).toISOString();
    },
  );
  const history = join(state, 'history', program, stack);
  for (const file of readdirSync(history).filter((name) => name.endsWith('.history.json'))) {
    change(join(history, file), (entry: { endTime: number }) => {
      entry.endTime = Math.round(time / 1_000);
    });
  }
}

test('brings up a stack that nobody has touched for a week, because that renews its keys', async () => {
  ageLastUpdate('user-cluster', 'test.shop', 6);
  ageLastUpdate('user-cluster', 'prod.shop', 8);
  const { code, outcomes, stderr } = await runDeploy();
  expect([code, outcomes]).toEqual([0, { 'user-cluster/prod.shop': 'unchanged' }]);
  expect(stderr).toMatch(
    /ring first: 0 of 2 stacks to bring up\nring last: 1 of 2 stacks to bring up\n {2}user-cluster\/prod.shop: its last update was on \d{4}-\d\d-\d\d, and updates renew its keys\n/,
  );
  // The last update is from today again.
  expect(await runDeploy()).toMatchObject({ code: 0, outcomes: {} });
});

test('a ring that fails stops the next, and skipped stacks stay due', async () => {
  repository.configure('user-cluster/test.shop', { a: { text: 'refused' } });
  repository.configure('user-cluster/prod.shop', { a: { text: 'two' } });
  repository.commit();
  const failed = await runDeploy();
  expect([failed.code, failed.outcomes]).toEqual([
    1,
    { 'user-cluster/test.shop': 'failed', 'user-cluster/prod.shop': 'skipped' },
  ]);
  // Apart from the fix, the next commit touches neither stack.
  repository.configure('user-cluster/test.shop', { a: { text: 'one' } });
  repository.commit();
  const mended = await runDeploy();
  expect([mended.code, mended.outcomes]).toEqual([
    0,
    // Its files have not changed, but its last update failed.
    { 'user-cluster/test.shop': 'unchanged', 'user-cluster/prod.shop': 'changed' },
  ]);
  expect(readFileSync(repository.note('prod.shop', 'a'), 'utf8')).toBe('two');
});

test('updates stacks that read an updated stack', async () => {
  repository.configure('infra/prod', { a: { text: 'two' } });
  repository.commit();
  const { stderr } = await runDeploy('--dry-run');
  expect(stderr).toMatch(
    /ring first: 0 of 2 stacks to bring up\nring last: 2 of 2 stacks to bring up\n {2}infra\/prod: since [0-9a-f]{10}: stacks\/infra\/Pulumi.prod.yaml\n {2}user-cluster\/prod.shop: since [0-9a-f]{10}: stacks\/infra\/Pulumi.prod.yaml\n/,
  );
});

/** Returns the preview that people see before they approve a deployment. */
async function look() {
  count += 1;
  const folder = join(repository.folder, '.reports', `look-${count}`);
  const { code } = await repository.gitops('deploy', '--preview', '--reports', folder);
  const reports = existsSync(folder) ? readReports(folder) : [];
  const outcomes = reports.map(({ operation, outcome, program, stack }) => [
    `${program}/${stack}`,
    `${operation}: ${outcome}`,
  ]);
  return { code, folder, outcomes: Object.fromEntries(outcomes) as Record<string, string> };
}

test('updates what was previewed, and skips stacks that became due after that', async () => {
  const { code, folder, outcomes } = await look();
  expect([code, outcomes]).toEqual([
    0,
    { 'infra/prod': 'preview: changed', 'user-cluster/prod.shop': 'preview: unchanged' },
  ]);
  expect(readFileSync(repository.note('prod', 'a'), 'utf8')).toBe('one');
  ageLastUpdate('user-cluster', 'test.shop', 8);
  const done = await runDeploy('--approved', folder);
  expect([done.code, done.outcomes]).toEqual([
    0,
    {
      'user-cluster/test.shop': 'skipped',
      'infra/prod': 'changed',
      'user-cluster/prod.shop': 'unchanged',
    },
  ]);
  // Previews that were lost on their way are no approval of nothing.
  const missing = join(repository.folder, '.reports', 'missing');
  expect(await runDeploy('--approved', missing)).toEqual({
    code: 1,
    outcomes: {},
    stderr: `--approved: ${missing}/previews.json is missing, which deploy --preview writes in the end; fetch the previews again, or make new ones\n`,
  });
  expect((await runDeploy()).outcomes).toEqual({ 'user-cluster/test.shop': 'unchanged' });
});

test('refuses what the preview did not show', async () => {
  repository.configure('infra/prod', { a: { text: 'three' } });
  repository.commit();
  const { folder } = await look();
  writeReport(folder, { ...readReport(folder, 'infra', 'prod'), changes: [] });
  const { code, outcomes } = await runDeploy('--approved', folder);
  expect([code, outcomes]).toEqual([
    1,
    { 'infra/prod': 'refused', 'user-cluster/prod.shop': 'skipped' },
  ]);
  expect(readFileSync(repository.note('prod', 'a'), 'utf8')).toBe('two');
  repository.configure('infra/prod', { a: { text: 'two' } });
  repository.commit();
  expect((await runDeploy()).code).toBe(0);
});

/** Windows in YAML: one that is open now, or one that opens the day after tomorrow. */
function windows(isOpen: boolean): string {
  const later = new Date(Date.now() + 2 * 86_400_000);
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(later);
  return isOpen
    ? '{from: "00:00", to: "00:00", timeZone: UTC}'
    : `{days: [${day}], from: "00:00", to: "00:30", timeZone: UTC}`;
}

const withWindows = (isFirstOpen: boolean) => `renewAfterDays: 2
rings:
  - {name: first, environments: [test], windows: [${windows(isFirstOpen)}]}
  - {name: last, environments: [prod], windows: [${windows(true)}]}
`;

// Proves: upgrades.windows
test('a ring waits for its window, and no ring behind it overtakes it', async () => {
  repository.write('stacks/rings.yaml', withWindows(false));
  const shops = ['user-cluster/test.shop', 'user-cluster/prod.shop'];
  for (const id of shops) repository.configure(id, { a: { text: 'in a window' } });
  repository.commit();
  const skipped = (ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, 'skipped'] as const));
  const closed = await runDeploy();
  expect([closed.code, closed.outcomes]).toEqual([0, skipped(shops)]);
  expect(closed.stderr).toMatch(
    /The ring "first" is outside its maintenance windows; the next one opens \w{3} \d{4}-\d\d-\d\d 00:00 \(UTC\)\. The first deployment after that does it\./,
  );
  const alone = await runDeploy('--ring', 'last');
  expect([alone.code, alone.outcomes]).toEqual([0, skipped(['user-cluster/prod.shop'])]);
  repository.write('stacks/rings.yaml', withWindows(true));
  repository.commit();
  const open = await runDeploy();
  expect([open.code, open.outcomes]).toEqual([
    0,
    Object.fromEntries(shops.map((id) => [id, 'changed'])),
  ]);
});

// Proves: upgrades.windows
test('when the window closes, what has begun is ended, and nothing more begins', async () => {
  for (const id of stacks) repository.configure(id, { a: { text: 'late' } });
  repository.commit();
  const window = maintenanceWindow.parse({ from: '09:00', to: '16:00', timeZone: 'UTC' });
  let now = new Date('2026-11-26T15:59:00Z');
  const context = {
    workspace: openWorkspace(repository.folder),
    env: repository.env,
    signal: new AbortController().signal,
    progress: (line: string) => {
      if (line === 'infra/test: up ...') now = new Date('2026-11-26T16:00:00Z');
    },
  };
  const reports = join(repository.folder, '.reports', 'closing');
  const isGood = await deploy(context, {
    rings: [
      { name: 'first', environments: ['test'], windows: [window] },
      { name: 'last', environments: ['prod'], windows: [] },
    ],
    ahead: [],
    renewAfterDays: 7,
    reports,
    parallel: 1,
    only: undefined,
    now: () => now,
  });
  expect(isGood).toBe(true);
  const outcomes = readReports(reports).map(({ outcome, program, stack }) => [
    `${program}/${stack}`,
    outcome,
  ]);
  expect(Object.fromEntries(outcomes)).toEqual({
    'infra/test': 'changed',
    'user-cluster/test.shop': 'skipped',
    'infra/prod': 'skipped',
    'user-cluster/prod.shop': 'skipped',
  });
  expect((await runDeploy()).code).toBe(0);
});

test('refuses to deploy uncommitted files', async () => {
  repository.write('stacks/rings.yaml', `${rings}# more\n`);
  const { code, stderr } = await runDeploy();
  expect([code, stderr]).toEqual([
    1,
    'a deployment is of a commit; commit or stash first:\n M stacks/rings.yaml\n',
  ]);
  repository.write('stacks/rings.yaml', rings);
});

const locks = join(repository.state, '.pulumi/locks/organization/infra/prod');

test('after a killed update, the next update and the doctor name the command that repairs it', async () => {
  repository.configure('infra/prod', { a: { text: 'two' }, slow: { text: 'x' } });
  repository.commit();
  const wait = `${repository.note('prod', 'slow')}.wait`;
  writeFileSync(wait, '');
  const { result } = await repository.startUp('infra/prod', 'slow');
  const [lock = ''] = readdirSync(locks).filter((file) => file.endsWith('.json'));
  const { pid } = JSON.parse(readFileSync(join(locks, lock), 'utf8')) as { pid: number };

  const second = await repository.run('up', ['infra/prod']);
  expect(second.reports[0]?.reason).toContain(
    'Another update of infra/prod is running, or was killed. Wait for it; if there is none: npx node tools/gitops/src/main.ts recover --stack infra/prod',
  );
  const early = await repository.gitops('recover', '--stack', 'infra/prod');
  expect([early.code, early.stderr]).toEqual([
    1,
    `an update of infra/prod is running (process ${pid}): wait until it is done\n`,
  ]);

  // Kills Pulumi with its plugins, like a power failure.
  process.kill(-pid, 'SIGKILL');
  await result;
  rmSync(wait);
  const ill = await repository.gitops('doctor', '--environment', 'prod');
  expect(ill.stdout).toContain(
    `infra/prod: an update was killed: its lock is left, its process ${pid} is gone\n  npx node tools/gitops/src/main.ts recover --stack infra/prod`,
  );
  // The change is reverted: its files are those of the last finished update, but not the objects
  // that the killed update has made.
  repository.git('revert', '--no-edit', 'HEAD');
  const { stderr } = await runDeploy('--dry-run');
  expect(stderr).toContain('  infra/prod: its last update was cut off\n');
  repository.git('revert', '--no-edit', 'HEAD');
  const mended = await repository.gitops('recover', '--stack', 'infra/prod');
  expect([mended.code, mended.stdout]).toEqual([0, 'infra/prod is whole again.\n']);
  expect(existsSync(locks) ? readdirSync(locks) : []).toEqual([]);
  const again = await repository.run('up', ['infra/prod']);
  expect(again.reports[0]?.outcome).toBe('unchanged');
});

test("the doctor finds another machine's lock, a state that was cut off, one without a file, a wrong passphrase", async () => {
  const state = join(repository.state, '.pulumi/stacks');
  mkdirSync(locks, { recursive: true });
  writeFileSync(
    join(locks, 'other.json'),
    JSON.stringify({
      pid: 1,
      username: 'runner',
      hostname: 'runner-7',
      timestamp: '2026-01-02T03:04:05Z',
    }),
  );
  const broken = join(state, 'user-cluster/prod.shop.json');
  const text = readFileSync(broken, 'utf8');
  writeFileSync(broken, text.slice(0, text.length / 2));
  writeFileSync(join(state, 'infra/gone.json'), readFileSync(join(state, 'infra/test.json')));
  const { code, stdout } = await repository.gitops('doctor');
  expect(code).toBe(1);
  expect(stdout).toContain(
    'infra/prod: runner on runner-7 has locked it since 2026-01-02T03:04:05Z\n' +
      '  Make sure that no update runs there, then: npx node tools/gitops/src/main.ts recover --stack infra/prod --no-update-runs\n',
  );
  expect(stdout).toContain('user-cluster/prod.shop: its state is no JSON: ');
  expect(stdout).toContain(
    `cp ${broken}.bak ${broken} && npx node tools/gitops/src/main.ts recover --stack user-cluster/prod.shop\n`,
  );
  expect(stdout).toContain(
    'infra/gone: it has a state and no file below stacks/: nothing previews, deploys or checks it\n',
  );
  repository.env.PULUMI_CONFIG_PASSPHRASE = 'another';
  const wrong = await repository.gitops('doctor', '--environment', 'test');
  expect(wrong.stdout).toContain(
    'infra/test: the passphrase that is set is not its passphrase\n' +
      '  Set PULUMI_CONFIG_PASSPHRASE to that of "test" for this stack; the stacks of other environments have passphrases of their own.\n',
  );
});
