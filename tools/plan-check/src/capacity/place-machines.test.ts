// SPDX-License-Identifier: Apache-2.0
import { placeMachines } from './place-machines.ts';
import type { Demand, Room } from './place-machines.ts';

/** Returns a generator of the same numbers in every run, so that failures are reproducible. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Tries every host for every VM: slow, but right. */
function canFit(machines: readonly Demand[], rooms: readonly Demand[]): boolean {
  const [machine, ...others] = machines;
  if (machine === undefined) return true;
  return rooms.some(
    (room, index) =>
      room.cpu >= machine.cpu &&
      room.memoryMib >= machine.memoryMib &&
      canFit(
        others,
        rooms.map((one, at) =>
          at === index
            ? { cpu: one.cpu - machine.cpu, memoryMib: one.memoryMib - machine.memoryMib }
            : one,
        ),
      ),
  );
}

function world(seed: number) {
  const below = numbersFrom(seed);
  const demand = (cpu: number, memory: number) => ({
    cpu: 1 + below(cpu),
    memoryMib: 1 + below(memory),
  });
  const hosts = Array.from({ length: 1 + below(3) }, (_, index): Room => ({
    name: `host-${index}`,
    ...demand(12, 24),
  }));
  return { hosts, machines: Array.from({ length: below(7) }, () => demand(5, 10)) };
}

test('says that all fit only if an exhaustive search agrees, and seldom misses a fit', () => {
  let missed = 0;
  let possible = 0;
  for (let seed = 1; seed <= 1000; seed += 1) {
    const { hosts, machines } = world(seed);
    const isFit = placeMachines(machines, hosts).unplaced.length === 0;
    const isPossible = canFit(machines, hosts);
    if (isFit) expect({ seed, isPossible }).toEqual({ seed, isPossible: true });
    if (isPossible) possible += 1;
    if (isPossible && !isFit) missed += 1;
  }
  expect(possible).toBeGreaterThan(200);
  expect(missed / possible).toBeLessThan(0.05);
});

test("never exceeds a host's capacity, and places every VM at most once", () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const { hosts, machines } = world(seed);
    const { free, hosts: placed, unplaced } = placeMachines(machines, hosts);
    const all = [...placed.values()].flat();
    expect([...all, ...unplaced].length).toBe(machines.length);
    expect(new Set([...all, ...unplaced]).size).toBe(machines.length);
    for (const host of hosts) {
      const own = placed.get(host.name) ?? [];
      const room = free.find(({ name }) => name === host.name);
      const cpu = own.reduce((sum, one) => sum + one.cpu, 0);
      const memoryMib = own.reduce((sum, one) => sum + one.memoryMib, 0);
      expect(room).toEqual({ ...host, cpu: host.cpu - cpu, memoryMib: host.memoryMib - memoryMib });
      expect(Math.min(room?.cpu ?? -1, room?.memoryMib ?? -1)).toBeGreaterThanOrEqual(0);
    }
  }
});
