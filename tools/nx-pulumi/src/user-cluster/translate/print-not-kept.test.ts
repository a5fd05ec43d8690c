// SPDX-License-Identifier: Apache-2.0
import { printNotKept } from './print-not-kept.ts';

// Proves: migration.from-kkp-seed
test('names of another product do nothing to a terminal', () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  printNotKept('KKP', []);
  printNotKept('KKP', ['Datacenter a\u001b[2J: x is left out', 'Datacenter b: y is left out']);
  expect(log.mock.calls).toEqual([
    [
      String.raw`
Not as KKP has it:
  Datacenter a\u001b[2J: x is left out
  Datacenter b: y is left out`,
    ],
  ]);
  log.mockRestore();
});
