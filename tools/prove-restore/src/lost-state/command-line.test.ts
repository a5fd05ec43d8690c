// SPDX-License-Identifier: Apache-2.0
import { parseLostState } from './command-line.ts';

test('one cluster of one environment is named', () => {
  expect(
    parseLostState(['production', 'shop', '--yes', '--secrets-provider', 'awskms://k']),
  ).toEqual({
    environment: 'production',
    cluster: 'shop',
    secretsProvider: 'awskms://k',
    isPreview: false,
    isConfirmed: true,
    isAlone: false,
  });
  expect(parseLostState(['--help'])).toBeUndefined();
  for (const argv of [[], ['production'], ['production', '../shop'], ['a', 'b', 'c']]) {
    expect(() => parseLostState(argv)).toThrow('Name one environment and one cluster.');
  }
  expect(() => parseLostState(['production', 'shop', '--force'])).toThrow(
    "Unknown option '--force'",
  );
});
