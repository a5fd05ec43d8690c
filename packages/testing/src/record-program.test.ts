// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, ofType, recordProgram, valueOf } from './index.ts';

class Leaf extends pulumi.CustomResource {
  declare readonly size: pulumi.Output<number>;
  constructor(name: string, inputs: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    super('test:index:Leaf', name, inputs, options);
  }
}

class Branch extends pulumi.ComponentResource {
  readonly size: pulumi.Output<number>;
  constructor(name: string) {
    super('test:index:Branch', name);
    const first = new Leaf(`${name}-first`, { size: 1, label: undefined }, { parent: this });
    const second = new Leaf(
      `${name}-second`,
      { size: pulumi.output(2), word: pulumi.secret('hush') },
      { parent: this, dependsOn: first, protect: true },
    );
    this.size = second.size;
    this.registerOutputs({ size: this.size });
  }
}

test('records the inputs, parent, dependencies and protection of every resource', async () => {
  const recording = await recordProgram(() => new Branch('oak'));
  expect(named(recording, 'oak-second')).toEqual({
    type: 'test:index:Leaf',
    name: 'oak-second',
    custom: true,
    inputs: { size: 2, word: 'hush' },
    secretInputs: ['word'],
    parent: 'oak',
    dependsOn: ['oak-first'],
    protect: true,
  });
  expect(ofType(recording, 'test:index:Leaf').map(({ name }) => name)).toEqual([
    'oak-first',
    'oak-second',
  ]);
});

test('records what a component says of itself, and how long a resource may take', async () => {
  const recording = await recordProgram(() => {
    new Leaf('early', {}, { customTimeouts: { create: '2m', delete: '3m' } });
    new Leaf('late', {});
    return new Branch('oak');
  });
  expect(recording.outputs).toEqual(new Map([['oak', { size: 2 }]]));
  expect(named(recording, 'early').customTimeouts).toEqual({ create: '2m', delete: '3m' });
  expect(named(recording, 'late').customTimeouts).toBeUndefined();
});

test('gives the result with its outputs resolvable', async () => {
  const { result } = await recordProgram(() => new Branch('oak'));
  expect(await valueOf(result.size)).toBe(2);
});

test('the value of an output that fails is an error', async () => {
  const { result } = await recordProgram(() => new Branch('oak'));
  const failing = result.size.apply((size) => {
    throw new Error(`no oak has the size ${size}`);
  });
  await expect(valueOf(failing)).rejects.toThrow('no oak has the size 2');
});

test('waits for resources that come from the outputs of others', async () => {
  const recording = await recordProgram(() => {
    new Leaf('early', { size: 3 }).size.apply((size) =>
      new Leaf('later', { size: size + 1 }).size.apply((last) => new Leaf('last', { size: last })),
    );
  });
  expect(named(recording, 'last').inputs).toEqual({ size: 4 });
});

test('gives the program its project, stack, config and answers', async () => {
  const { result } = await recordProgram(
    async () => ({
      project: pulumi.getProject(),
      stack: pulumi.getStack(),
      config: pulumi.runtime.allConfig(),
      answer: (await pulumi.runtime.invoke('test:index:ask', { question: 6 })) as unknown,
    }),
    {
      project: 'farm',
      stack: 'north',
      config: { 'farm:trees': '3' },
      call: (token, inputs) => ({ token, inputs }),
    },
  );
  expect(result).toEqual({
    project: 'farm',
    stack: 'north',
    config: { 'farm:trees': '3' },
    answer: { token: 'test:index:ask', inputs: { question: 6 } },
  });
});

test('passes on what the program throws', async () => {
  await expect(
    recordProgram(() => {
      throw new pulumi.RunError('no trees');
    }),
  ).rejects.toThrow('no trees');
});

test('says what there is when a name is not found', async () => {
  const recording = await recordProgram(() => new Leaf('oak', {}));
  expect(() => named(recording, 'elm')).toThrow(
    'not exactly one resource is named "elm"; there are:\ntest:index:Leaf oak',
  );
});

test('lets a call of a function fail', async () => {
  await expect(
    recordProgram(() => pulumi.runtime.invoke('test:index:ask', {}), {
      call: (token) => {
        throw new Error(`nobody answers ${token}`);
      },
    }),
  ).rejects.toThrow('nobody answers test:index:ask');
});

test('records under which parents a state may still have a resource', async () => {
  const former = pulumi.createUrn('elm', 'test:index:Branch');
  const recording = await recordProgram(
    () => new Leaf('leaf', {}, { aliases: [{ parent: former }, { name: 'blade' }] }),
  );
  expect(named(recording, 'leaf').formerParents).toEqual([
    'urn:pulumi:sandbox::test::test:index:Branch::elm',
  ]);
});
