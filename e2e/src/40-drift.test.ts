// SPDX-License-Identifier: Apache-2.0
import type { RackSession, StackName } from '@strata/sandbox';
import { kubectl, openSession, pulumi, pulumiUp, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** Exit code of Pulumi when it finds changes although none were expected. */
const unexpectedChanges = 7;

async function checkDrift(stack: StackName) {
  return pulumi(session, stack, ['refresh', '--preview-only', '--expect-no-changes', '--diff']);
}

test('an object that was deleted is reported, and put back by up', async () => {
  await kubectl(session, ['delete', 'networkpolicy', 'default-deny', '-n', 'cluster-demo']);
  const { code, stdout } = await checkDrift(stacks.demo);
  expect(stdout).toContain('isolation-default-deny');
  expect(stdout).toContain('1 to delete');
  expect(code).toBe(unexpectedChanges);

  await repair(stacks.demo);
  const types = ['-o', 'jsonpath={.spec.policyTypes}'];
  expect(
    await kubectl(session, [
      'get',
      'networkpolicy',
      'default-deny',
      '-n',
      'cluster-demo',
      ...types,
    ]),
  ).toBe('["Ingress","Egress"]');
  expect((await checkDrift(stacks.demo)).code).toBe(0);
});

test('a field that was edited is reported with both values, and put back by up', async () => {
  const size = ['virtualmachineclusterinstancetype', 'standard-2'];
  const edit = JSON.stringify({ spec: { memory: { guest: '9Gi' } } });
  await kubectl(session, ['patch', ...size, '--type=merge', '--patch', edit]);
  const { code, stdout } = await checkDrift(stacks.platform);
  expect(stdout).toMatch(/guest: "8Gi" => "9Gi"/);
  expect(code).toBe(unexpectedChanges);

  await repair(stacks.platform);
  const memory = ['-o', 'jsonpath={.spec.memory.guest}'];
  expect(await kubectl(session, ['get', ...size, ...memory])).toBe('8Gi');
  expect((await checkDrift(stacks.platform)).code).toBe(0);
});

/** `pulumi up` looks at the world first, and then makes it what the repository says. */
async function repair(stack: StackName): Promise<void> {
  const up = ['up', '--refresh', '--yes', '--skip-preview'];
  expectSuccess(await pulumi(session, stack, up));
  expect(await pulumiUp(session, stack)).toMatch(/\d+ unchanged/);
}
