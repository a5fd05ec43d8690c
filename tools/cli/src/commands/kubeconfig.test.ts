// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { PlanContext } from '../command.ts';
import { exampleContext } from '../reference/example-repository.ts';
import { parseLine } from '../reference/plan-line.ts';

/** A run whose steps have ended, and whose files are what they printed. */
let context: PlanContext;
beforeEach(() => {
  const scratch = mkdtempSync(join(tmpdir(), 'strata-kubeconfig-'));
  context = { ...exampleContext, scratch, folder: scratch };
});
afterEach(() => rmSync(context.scratch, { recursive: true }));

const printed = (stack: string, text: string) =>
  writeFileSync(join(context.scratch, `${stack}.out`), text);

/** Has Pulumi fail for a stack. */
const said = (stack: string, text: string) => {
  printed(stack, '');
  writeFileSync(join(context.scratch, `${stack}.err`), text);
};

const kubeconfig = (server: string) =>
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token: 'hush' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });

async function answerTo(line: string) {
  const { input, spec } = await parseLine(line);
  const answer = await spec.answer?.(input, context);
  if (answer === undefined) throw new Error(`"${line}" has no answer`);
  return answer;
}

const contextsIn = (text: string) =>
  (parse(text) as { contexts: { name: string }[] }).contexts.map(({ name }) => name);

test('all clusters of an environment are in one, and who has none yet is told apart', async () => {
  printed('production.shop', kubeconfig('https://shop'));
  said('production.reports', "error: no stack named 'production.reports' found\n");
  const { notes, text } = await answerTo('kubeconfig production');
  expect(contextsIn(text)).toEqual(['production.shop']);
  expect(notes).toEqual(['production.reports has no kubeconfig yet and is left out.']);
});

test('where one cannot be read, none is written', async () => {
  printed('production.shop', kubeconfig('https://shop'));
  said('production.reports', 'error: could not decrypt\n');
  await expect(answerTo('kubeconfig production --out all.kubeconfig')).rejects.toThrow(
    new Error(
      'No kubeconfig is given, for some could not be read:\nproduction.reports: error: could not decrypt',
    ),
  );
  expect(existsSync(join(context.folder, 'all.kubeconfig'))).toBe(false);
});

test('where no cluster has one, that is an error', async () => {
  const without = "error: current stack does not have output property 'kubeconfig'\n";
  said('production.shop', without);
  said('production.reports', without);
  await expect(answerTo('kubeconfig production')).rejects.toThrow(
    new Error('No kubeconfig yet of: production.reports, production.shop'),
  );
});

test('--out writes a file that only its owner can read, and prints no secret', async () => {
  printed('production.shop', kubeconfig('https://shop'));
  const { text } = await answerTo('kubeconfig production shop --out mine/shop.kubeconfig');
  const file = join(context.folder, 'mine/shop.kubeconfig');
  expect(text).toBe(`${file}: production.shop`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(contextsIn(readFileSync(file, 'utf8'))).toEqual(['production.shop']);
});

test('--user takes that of a person', async () => {
  printed('production.shop', JSON.stringify({ ci: kubeconfig('https://ci') }));
  const { text } = await answerTo('kubeconfig production shop --user ci');
  expect(text).toContain('server: https://ci');
  await expect(answerTo('kubeconfig production shop --user me')).rejects.toThrow(
    new Error(
      'production.shop has no kubeconfig of "me"; kubernetes.kubeconfigs of its file names: ci',
    ),
  );
});

// Proves: access.oidc
test('--oidc takes that of an issuer, and asks for no secret', async () => {
  printed('production.shop', JSON.stringify({ sso: kubeconfig('https://sso') }));
  const { text } = await answerTo('kubeconfig production shop --oidc sso');
  expect(text).toContain('server: https://sso');
  await expect(answerTo('kubeconfig production shop --oidc dex')).rejects.toThrow(
    new Error(
      'production.shop has no kubeconfig for the issuer "dex"; oidc.issuers of its file names: sso',
    ),
  );
  const { input, spec } = await parseLine('kubeconfig production shop --oidc sso');
  const [step] = spec.plan(input, context);
  expect(JSON.stringify(step)).toContain('"oidcKubeconfigs","--json"');
  expect(JSON.stringify(step)).not.toContain('--show-secrets');
});

// Proves: access.oidc
test.each([
  ['has no issuers', "error: current stack does not have output property 'oidcKubeconfigs'\n"],
  ['does not exist yet', "error: no stack named 'production.shop' found\n"],
])('--oidc says of a cluster that %s what gives one', async (_, words) => {
  said('production.shop', words);
  await expect(answerTo('kubeconfig production shop --oidc sso')).rejects.toThrow(
    new Error(
      'No kubeconfig for the issuer "sso" of: production.shop. Where oidc.issuers of the file names it, npx strata up gives one.',
    ),
  );
});

test('--oidc tells why Pulumi could not be asked', async () => {
  const { input, spec } = await parseLine('kubeconfig production shop --oidc sso');
  const steps = spec.plan(input, context);
  expect(steps).toMatchObject([
    { mayFail: true, errorsInto: join(context.scratch, 'production.shop.err') },
  ]);
  said('production.shop', 'error: connection refused\n');
  await expect(answerTo('kubeconfig production shop --oidc sso')).rejects.toThrow(
    new Error(
      'No kubeconfig is given, for some could not be read:\nproduction.shop: error: connection refused',
    ),
  );
});

test('--user and --oidc exclude each other', async () => {
  printed('production.shop', '{}');
  await expect(answerTo('kubeconfig production shop --user a --oidc b')).rejects.toThrow(
    new Error('--user and --oidc are two ways to come in; give one of them'),
  );
});

test('those of the sandbox are of use inside it, which is told', async () => {
  printed('sandbox.demo', kubeconfig('https://10.244.240.10'));
  const { notes } = await answerTo('kubeconfig sandbox demo');
  expect(notes).toEqual([
    'Its addresses are those of the rack: npx strata exec kubectl --kubeconfig FILE get nodes',
  ]);
});
