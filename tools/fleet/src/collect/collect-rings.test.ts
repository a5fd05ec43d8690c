// SPDX-License-Identifier: Apache-2.0
import { TestRepository } from '../testing/test-repository.ts';
import { collectRings } from './collect-rings.ts';

const timeZone = 'Europe/Berlin';
const office = { days: ['Mon', 'Tue', 'Wed', 'Thu'], from: '09:00', to: '16:00', timeZone };

// Proves: upgrades.windows
test('a ring has its windows in words, and whether one is open', () => {
  using repository = new TestRepository();
  repository.write('stacks/rings.yaml', {
    renewAfterDays: 4,
    rings: [
      { name: 'first', environments: ['staging'] },
      { name: 'last', environments: ['production'], windows: [office] },
    ],
  });
  const rings = (now: string) => collectRings(repository.root, new Date(now));
  const texts = ['Mon, Tue, Wed, Thu 09:00 to 16:00 (Europe/Berlin)'];
  const at = '2026-11-27T10:00:00.000Z';
  expect(rings(at)).toEqual([
    {
      name: 'first',
      environments: ['staging'],
      source: { file: 'stacks/rings.yaml', key: 'rings[0]' },
    },
    {
      name: 'last',
      environments: ['production'],
      windows: { texts, isOpen: false, opens: 'Mon 2026-11-30 09:00 (Europe/Berlin)', at },
      source: { file: 'stacks/rings.yaml', key: 'rings[1]' },
    },
  ]);
  const [, last] = rings('2026-11-30T10:00:00Z');
  expect(last?.windows).toEqual({
    texts,
    isOpen: true,
    opens: 'Tue 2026-12-01 09:00 (Europe/Berlin)',
    at: '2026-11-30T10:00:00.000Z',
  });
});
