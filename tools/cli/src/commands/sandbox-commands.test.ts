// SPDX-License-Identifier: Apache-2.0
import { argvOf, planLine } from '../reference/plan-line.ts';

const main = 'node tools/sandbox/src/main.ts';

test.each([
  ['start', `${main} start`],
  ['start --hosts 5 --releases v1.7,v1.8', `${main} start --hosts 5 --releases v1.7,v1.8`],
  ['start --name trial', `${main} --name trial start`],
  ['stop', `${main} down`],
  ['reset --name trial', `${main} --name trial reset`],
  ['status --json', `${main} status --json`],
  ['shell', `${main} shell`],
  ['logs', `${main} logs`],
  ['logs cp-0 -f', `${main} logs cp-0 --follow`],
  ['exec kubectl get pods -A --name x', `${main} exec kubectl get pods -A --name x`],
  ['exec --name trial kubectl get pods', `${main} --name trial exec kubectl get pods`],
])('"%s" runs one command of the sandbox', async (line, argv) => {
  expect(await argvOf(line)).toEqual([argv]);
});

test('a command of the sandbox needs nothing of an environment', async () => {
  const [step] = await planLine('stop');
  expect(step).toEqual({ argv: ['node', 'tools/sandbox/src/main.ts', 'down'] });
});

test.each(['exec cat a.txt', 'shell'])('"%s" runs where the person is', async (line) => {
  const steps = await planLine(line);
  expect(steps.map(({ folder }) => folder)).toEqual(['/here']);
});
