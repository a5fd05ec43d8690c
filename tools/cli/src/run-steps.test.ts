// SPDX-License-Identifier: Apache-2.0
import { runSteps } from './run-steps.ts';
import type { Step } from './step.ts';

/** Runs steps with programs that end as their names say: `ok`, or a number. */
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
      return Promise.resolve(argv[0] === 'ok' ? 0 : Number(argv[0]));
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

test('titles are told where there are several', async () => {
  const one = { argv: ['ok'], title: 'infra/prod' };
  expect((await play([one])).notes).toEqual([]);
  expect((await play([one, { argv: ['ok'], title: 'addons/prod' }])).notes).toEqual([
    '==> infra/prod',
    '==> addons/prod',
  ]);
});
