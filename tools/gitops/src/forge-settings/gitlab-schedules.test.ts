// SPDX-License-Identifier: Apache-2.0
import { checkGitLabSchedules } from './gitlab-schedules.ts';
import { member, schedule } from './testing/gitlab-answers.ts';

/** Returns what is wrong with the schedules of a project whose members have these roles by their ids. */
async function found(schedules: readonly object[], members: Readonly<Record<number, number>>) {
  const reader = {
    all: (path: string) =>
      Promise.resolve(
        path === 'pipeline_schedules' ? schedules.map((_, id) => ({ id })) : undefined,
      ),
    one: (path: string) => {
      const [list, id] = [path.slice(0, path.lastIndexOf('/')), Number(path.split('/').at(-1))];
      const role = members[id];
      if (list === 'pipeline_schedules') return Promise.resolve(schedules[id]);
      return Promise.resolve(
        list === 'members/all' && role !== undefined ? member(role) : undefined,
      );
    },
    artifact: () => Promise.resolve(undefined),
  };
  const findings = await checkGitLabSchedules(reader, 'main', false);
  return findings.map(({ fix, problem, subject }) => `${subject}: ${problem}\n  ${fix}`);
}

const place = 'Build, Pipeline schedules';
const good = ['deploy', 'drift', 'comment'].map((name) => schedule(name));
const owner = { 7: 40 };
const hasLeft = `schedule drift: its owner has left, so GitLab does not run it\n  ${place}: take ownership of it, as somebody who may deploy to its environments, and activate it.`;
const gone = { id: 9, state: 'active' };

test('schedules that run the default branch are right, beside others', async () => {
  const inFull = schedule('deploy', { ref: 'refs/heads/main' });
  expect(await found([...good.slice(1), inFull, schedule('tests')], owner)).toEqual([]);
});

test('names a schedule that nobody has made, and what is missing without it', async () => {
  expect(await found(good.slice(1), owner)).toEqual([
    `schedule deploy: there is none, so keys end that updates would renew\n  ${place}: one on main with the variable STRATA_SCHEDULE=deploy; docs/continuous-deployment.md says how often.`,
  ]);
});

test.each<[string, object, string]>([
  ['whose owner is blocked', { owner: { id: 7, state: 'blocked' } }, hasLeft],
  ['whose owner is no member any more', { owner: gone, active: false }, hasLeft],
  ['without an owner', { owner: null }, hasLeft],
  [
    'that is not active',
    { active: false },
    `schedule drift: it is not active\n  ${place}: activate it.`,
  ],
  [
    'of another branch',
    { ref: 'refs/heads/old' },
    `schedule drift: it runs refs/heads/old\n  ${place}: its target is the branch main.`,
  ],
])('finds a schedule %s', async (_what, changed, line) => {
  const all = [schedule('deploy'), schedule('drift', changed), schedule('comment')];
  expect(await found(all, owner)).toEqual([line]);
});

test('an owner without a role that runs pipelines has left, too', async () => {
  const reporter = schedule('drift', { owner: gone });
  expect(
    await found([...good.slice(0, 1), reporter, ...good.slice(2)], { ...owner, 9: 20 }),
  ).toEqual([hasLeft]);
});

test('one schedule that runs is enough, beside one whose owner has left', async () => {
  expect(await found([...good, schedule('drift', { owner: gone })], owner)).toEqual([]);
});
