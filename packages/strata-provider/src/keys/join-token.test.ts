// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { marked, markedUnknown, ResourceLife } from '../testing/index.ts';

test('has the format of a bootstrap token, and is a secret in the state', async () => {
  const resource = new ResourceLife(resourceTypes.joinToken);
  const { outputs } = await resource.create({});
  expect(outputs.tokenId).toMatch(/^[a-z0-9]{6}$/);
  expect(outputs.value).toMatch(/^[a-z0-9]{6}\.[a-z0-9]{16}$/);
  expect(String(outputs.value).startsWith(`${String(outputs.tokenId)}.`)).toBe(true);
  expect(outputs.expiration).toBe('2026-01-31T00:00:00Z');
  expect(resource.state.outputs.value).toEqual(marked(outputs.value));
});

// Proves: keys.join-credentials
test('is renewed from half of its lifetime on', async () => {
  const resource = new ResourceLife(resourceTypes.joinToken);
  const first = await resource.create({});
  await resource.passDays(14);
  expect(resource.changes({})).toEqual([]);
  await resource.passDays(1);
  expect(resource.changes({})).toEqual(['validFrom']);
  expect(resource.preview({})).toEqual({
    tokenId: markedUnknown,
    value: marked(markedUnknown),
    expiration: markedUnknown,
  });
  const second = await resource.update({});
  expect(second.outputs.tokenId).not.toBe(first.outputs.tokenId);
  expect(second.outputs.expiration).toBe('2026-02-15T00:00:00Z');
  expect(resource.changes({})).toEqual([]);
});

test('is not changed by a refresh, even after it has expired', async () => {
  const resource = new ResourceLife(resourceTypes.joinToken);
  const first = await resource.create({});
  await resource.passDays(400);
  expect(await resource.refresh()).toEqual(first);
});

test('rejects a renewBeforeHours that is not less than lifetimeHours', () => {
  const resource = new ResourceLife(resourceTypes.joinToken);
  expect(resource.problems({ lifetimeHours: 24 })).toEqual([
    { property: 'renewBeforeHours', reason: 'must be less than lifetimeHours (24)' },
  ]);
});

test('is not renewed by a preview in which renewBeforeHours is unknown', async () => {
  const resource = new ResourceLife(resourceTypes.joinToken);
  await resource.create({});
  expect(resource.changes({ renewBeforeHours: markedUnknown })).toEqual(['renewBeforeHours']);
});
