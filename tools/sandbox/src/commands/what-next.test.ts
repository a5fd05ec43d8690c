// SPDX-License-Identifier: Apache-2.0
import { whatNext } from './what-next.ts';

const commandsOf = (name: string) => whatNext({ name }).match(/npx strata \w+(?: --name \w+)?/g);

test('what a person is told to run is about the sandbox that has come up, no other one', () => {
  const commands = ['exec', 'shell', 'status', 'logs', 'start', 'stop', 'reset'];
  expect(commandsOf('trial')).toEqual(commands.map((one) => `npx strata ${one} --name trial`));
  expect(commandsOf('default')).toEqual(commands.map((one) => `npx strata ${one}`));
});
