// SPDX-License-Identifier: Apache-2.0
import { recordProgram } from '@strata/testing';
import { askStacksBelow, stackOutputs } from './stack-outputs.ts';

/** Runs a program, and returns what it returns and which stacks the engine was asked for. */
async function run<Result>(program: () => Promise<Result>, missing?: string) {
  const asked: unknown[] = [];
  const { result } = await recordProgram(program, {
    call: (token, inputs) => {
      const { name } = inputs as { readonly name: string };
      asked.push([token, name]);
      if (name === missing) throw new Error(`unknown stack "${name}"`);
      return { outputs: { number: asked.length } };
    },
  });
  return { result, asked };
}

const token = 'pulumi:pulumi:readStackOutputs';
const infra = { project: 'infra', stack: 'lab' };
const platform = { project: 'kubevirt-stack', stack: 'lab' };

test('the stacks below a user cluster are asked for once, and their answers are taken', async () => {
  const { asked, result } = await run(async () => {
    askStacksBelow('user-cluster', 'lab.shop');
    return [await stackOutputs(platform), await stackOutputs(infra)];
  });
  expect(asked).toEqual([
    [token, 'organization/infra/lab'],
    [token, 'organization/kubevirt-stack/lab'],
  ]);
  expect(result).toEqual([{ outputs: { number: 2 } }, { outputs: { number: 1 } }]);
});

test('an answer is taken once, and a stack that nobody has asked for is asked for', async () => {
  const { asked } = await run(async () => {
    askStacksBelow('kubevirt-stack', 'lab');
    await stackOutputs(infra);
    await stackOutputs(infra);
    await stackOutputs(platform);
  });
  expect(asked).toEqual([
    [token, 'organization/infra/lab'],
    [token, 'organization/infra/lab'],
    [token, 'organization/kubevirt-stack/lab'],
  ]);
});

test('that a stack is missing is told to whoever takes its answer', async () => {
  const { result } = await run(async () => {
    askStacksBelow('user-cluster', 'lab.shop');
    await stackOutputs(platform);
    return stackOutputs(infra).catch((error: unknown) => (error as Error).message);
  }, 'organization/infra/lab');
  expect(result).toContain('unknown stack "organization/infra/lab"');
});
