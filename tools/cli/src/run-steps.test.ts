// SPDX-License-Identifier: Apache-2.0
import { runSteps } from './run-steps.ts';
import type { Step } from './step.ts';

/**
 * Runs steps with programs that end as their names say: `ok`, or a number. `stopped` ends well after
 * a SIGTERM, `refused` fails after it.
 */
async function play(steps: readonly Step[]) {
  const ran: string[] = [];
  const shown: string[] = [];
  const notes: string[] = [];
  const code = await runSteps(
    steps,
    {
      root: '/root',
      env: { HERE: '1' },
      show: (line) => shown.push(line),
      note: (line) => notes.push(line),
      variables: (environment) => Promise.resolve({ OF: environment }),
    },
    (argv, { cwd, env, into, isQuiet = false }) => {
      const how = isQuiet ? 'quietly' : (into ?? '');
      ran.push([...argv, cwd, env.OF ?? '', how].join(' ').trim());
      const [name = ''] = argv;
      if (name === 'node') return Promise.resolve({ code: 0 });
      if (name === 'stopped') return Promise.resolve({ code: 0, heard: 'SIGTERM' });
      if (name === 'refused') return Promise.resolve({ code: 1, heard: 'SIGTERM' });
      return Promise.resolve({ code: name === 'ok' ? 0 : Number(name) });
    },
  );
  return { code, notes, ran, shown };
}

test('steps are run in the root, each with the variables of its environment', async () => {
  expect(await play([{ argv: ['ok'] }, { argv: ['ok', 'x'], environment: 'prod' }])).toEqual({
    code: 0,
    notes: [],
    ran: ['ok /root', 'ok x /root prod'],
    shown: ['ok', 'ok x'],
  });
});

test('a step with a folder of its own is run there, by the tool of the root', async () => {
  const steps = [{ argv: ['node', 'tools/a.ts', 'b.yaml'], folder: '/root/sub' }];
  const { ran, shown } = await play(steps);
  expect([ran, shown]).toEqual([
    ['node /root/tools/a.ts b.yaml /root/sub'],
    ['(cd /root/sub && /root/node_modules/.bin/node /root/tools/a.ts b.yaml)'],
  ]);
  const atRoot = await play([{ argv: ['node', 'tools/a.ts'], folder: '/root' }]);
  expect([atRoot.ran, atRoot.shown]).toEqual([['node tools/a.ts /root'], ['npx node tools/a.ts']]);
});

test('the first failure counts, and only what is for failures is run after it', async () => {
  const { code, ran } = await play([
    { argv: ['3'] },
    { argv: ['ok', 'never'] },
    { argv: ['4'], afterFailure: true },
  ]);
  expect([code, ran]).toEqual([3, ['3 /root', '4 /root']]);
});

test('what may fail is no failure', async () => {
  const { code, ran } = await play([{ argv: ['3'], mayFail: true }, { argv: ['ok'] }]);
  expect([code, ran]).toEqual([0, ['3 /root', 'ok /root']]);
});

test.each([
  [{ argv: ['ok', 'a'], unless: ['ok'] }, ['ok /root  quietly']],
  [{ argv: ['ok', 'a'], unless: ['1'] }, ['1 /root  quietly', 'ok a /root']],
  [{ argv: ['ok', 'a'], when: ['ok'] }, ['ok /root  quietly', 'ok a /root']],
  [{ argv: ['ok', 'a'], when: ['1'] }, ['1 /root  quietly']],
  [{ argv: ['ok', 'a'], when: ['1'], otherwise: ['ok', 'b'] }, ['1 /root  quietly', 'ok b /root']],
])('%j asks first, quietly', async (step, ran) => {
  expect((await play([step])).ran).toEqual(ran);
});

test.each([
  [{ argv: ['stopped'] }, ['stopped /root']],
  [{ argv: ['refused'], mayFail: true }, ['refused /root']],
  [{ argv: ['ok'], unless: ['refused'] }, ['refused /root  quietly']],
  [{ argv: ['ok'], when: ['stopped'] }, ['stopped /root  quietly']],
] as const)('after a signal in %j no step is run', async (step, ran) => {
  const last = { argv: ['ok', 'never'], afterFailure: true } as const;
  const played = await play([step, last]);
  expect([played.code, played.ran]).toEqual([143, ran]);
});

test('what ends well after a signal, as a server does, is no failure when nothing is left to do', async () => {
  expect((await play([{ argv: ['ok'] }, { argv: ['stopped'] }])).code).toBe(0);
  expect((await play([{ argv: ['ok'] }, { argv: ['refused'] }])).code).toBe(143);
});

test('titles are told where there are several', async () => {
  const one = { argv: ['ok'], title: 'infra/prod' };
  expect((await play([one])).notes).toEqual([]);
  expect((await play([one, { argv: ['ok'], title: 'addons/prod' }])).notes).toEqual([
    '==> infra/prod',
    '==> addons/prod',
  ]);
});
