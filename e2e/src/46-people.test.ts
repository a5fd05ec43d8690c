// SPDX-License-Identifier: Apache-2.0
// People log in to a user cluster with tokens of an issuer that has a network of its own outside.
import type { Captured, RackSession } from '@strata/sandbox';
import { newSigningKey, TokenSigner } from '@strata/user-cluster/token-signer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announced } from './announced.ts';
import { watchApi } from './api-outage.ts';
import type { Change } from './changed-config.ts';
import { eventually, kubectl, openSession, pulumi, pulumiUp } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { initStack, otherCluster, removeStack, writeClusterFile } from './other-clusters.ts';
import { askedBy } from './people/audit-records.ts';
import { person } from './people/log-in.ts';
import { linesOnDisk } from './people/machine-disk.ts';
import { openIssuer, type Issuer } from './people/open-issuer.ts';
import { strata } from './strata-command.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

const people = otherCluster('people');
const namespace = ['-n', 'cluster-people'];
const endpoint = '10.244.240.55';
/** Of the issuer: a private one, so nobody reaches it unless the cluster's file says so. */
const address = '192.168.70.10';
const folder = mkdtempSync(join(tmpdir(), 'strata-people-'));

let session: RackSession;
let issuer: Issuer;
/** Another issuer, of which the cluster has never heard. */
let stranger: TokenSigner;
/** The administrator, by the certificate of the stack. */
let user: ClusterUser;

/** Edits of the demo's file that turn it into a small cluster. */
const differences: readonly Change[] = [
  ['10.128.0.0/16', '10.133.0.0/16'],
  ['10.112.0.0/20', '10.112.80.0/20'],
  ['10.244.240.200', endpoint],
  ['      replicas: 2\n', '      replicas: 1\n'],
];

/** Lets people of the issuer in, and sends the audit log to the same server. */
const oidc = (role: string, addresses = `[${address}/32]`): Change => [
  '  user-cluster:deletion:\n',
  `  user-cluster:oidc:
    issuers:
      - name: sso
        url: ${issuer.signer.url}
        audiences: [kubernetes]
        scopes: [groups]
        certificateAuthority: ${JSON.stringify(issuer.authorityPem)}
        addresses: ${addresses}
        claimMappings:
          username: { claim: sub, prefix: 'sso:' }
          groups: { claim: groups, prefix: 'sso:' }
    groups:
      - { group: 'sso:team-shop', role: ${role}, namespaces: [shop] }
      - { group: 'sso:operators', role: view }
  user-cluster:audit:
    webhook:
      url: ${issuer.auditUrl}
      certificateAuthority: ${JSON.stringify(issuer.authorityPem)}
      addresses: [${address}/32]
  user-cluster:deletion:
`,
];

const writeFile = (...changes: readonly Change[]) =>
  writeClusterFile(people, [...differences, ...changes]);

const uidOf = (name: string) =>
  kubectl(session, ['get', 'vmi', name, '-o', 'jsonpath={.metadata.uid}', ...namespace]);

/** Runs something and prints how long it took. */
async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  const result = await run();
  console.log(`${what}: ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
  return result;
}

type Claims = Parameters<TokenSigner['token']>[0];

const tokenOf = (claims: Claims, signer = issuer.signer) =>
  signer.token({ aud: 'kubernetes', ...claims });
const ann = { sub: 'ann', groups: ['team-shop'] };
const olga = { sub: 'olga', groups: ['operators'] };

/** Runs kubectl with a token, and with nothing else that the API takes. */
async function ask(token: string, ...args: readonly string[]): Promise<Captured> {
  const kubeconfig = join(folder, 'token.kubeconfig');
  const view = ['config', 'view', '--raw', '-o', 'json', '--kubeconfig', user.kubeconfig];
  const { users, ...others } = JSON.parse(await kubectl(session, view)) as {
    readonly users: readonly { readonly name: string }[];
  };
  const [{ name } = { name: '' }] = users;
  const content = { ...others, users: [{ name, user: { token } }] };
  writeFileSync(kubeconfig, JSON.stringify(content), { mode: 0o600 });
  return session.capture(['kubectl', '--kubeconfig', kubeconfig, ...args]);
}

/** Returns what kubectl says of a request that was refused. */
async function refusal(token: string, ...args: readonly string[]): Promise<string> {
  const { code, stderr } = await ask(token, ...args);
  expect(code).toBe(1);
  return stderr.trim();
}

const configMaps = '/api/v1/namespaces/shop/configmaps';
const unknown = 'error: You must be logged in to the server (Unauthorized)';
const isKnown = async (token: string) => (await ask(token, 'get', '--raw', configMaps)).code === 0;

/** Asks for the kubeconfig of everybody. */
const ssoKubeconfig = (...options: readonly string[]) =>
  strata(
    people.checkout,
    'kubeconfig',
    'sandbox',
    'people',
    '--name',
    'e2e',
    '--oidc',
    'sso',
    ...options,
  );

const unchanged = () =>
  pulumi(session, people, ['up', '--yes', '--skip-preview', '--expect-no-changes']);

beforeAll(async () => {
  session = await openSession();
  issuer = await openIssuer(session, address, folder);
  stranger = new TokenSigner('https://192.168.70.11:8443', newSigningKey());
  writeFile();
  await initStack(session, people);
  await timed('a cluster without people', () => pulumiUp(session, people));
  user = await userOf(session, people);
  await user.kubectl('create', 'namespace', 'shop');
}, 1_800_000);

afterAll(async () => {
  await (issuer as Issuer | undefined)?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('a preview refuses an issuer that the control plane could not reach', async () => {
  writeFile(oidc('edit', '[192.168.71.0/24]'));
  const { code, stdout, stderr } = await pulumi(session, people, ['preview']);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain(
    'config.user-cluster:oidc.issuers[0].addresses: does not contain 192.168.70.10, the address of the issuer; add 192.168.70.10/32',
  );
});

// Proves: access.oidc
test('the preview says who gets which rights and what rolls, the update does that, and a second one nothing', async () => {
  writeFile(oidc('edit'));
  const { consequences } = await timed('preview', () => announced(session, people));
  expect(consequences[0]).toMatch(/^Rolls 1 node, changes 2 rights; \d+ resources changed\.$/);
  expect(consequences.slice(1).sort()).toEqual([
    'sandbox.people: control-plane machine cluster-people/cp-0: rolls 1 node',
    'sandbox.people: group "sso:operators": changes 1 right (gains view)',
    'sandbox.people: group "sso:team-shop": changes 1 right (gains edit in shop)',
  ]);
  const [machine, worker] = [await uidOf('cp-0'), await uidOf('md-a-0')];
  const watch = watchApi(session, endpoint);
  await timed('update with an issuer', () => pulumiUp(session, people));
  const { longestMilliseconds } = await watch.stop();
  console.log(`the API was away for ${longestMilliseconds} ms at most`);
  expect(await uidOf('cp-0')).not.toBe(machine);
  expect(await uidOf('md-a-0')).toBe(worker);
  expectSuccess(await timed('update without a change', unchanged));
}, 1_800_000);

// Proves: access.oidc
test("a group has its role in its namespace, and the API's words beyond it name the person", async () => {
  const token = await tokenOf(ann);
  await timed('the first token counts', () =>
    eventually('the API server has the keys of the issuer', () => isKnown(token)),
  );
  const who = await ask(token, 'auth', 'whoami', '-o', 'jsonpath={.status.userInfo}');
  expect(JSON.parse(who.stdout)).toMatchObject({
    username: 'sso:ann',
    groups: ['sso:team-shop', 'system:authenticated'],
  });
  expectSuccess(await ask(token, 'create', 'configmap', 'by-ann', '-n', 'shop'));
  expect(await refusal(token, 'get', 'configmaps', '-n', 'default')).toBe(
    'Error from server (Forbidden): configmaps is forbidden: User "sso:ann" cannot list resource "configmaps" in API group "" in the namespace "default"',
  );
  expect(await refusal(token, 'delete', 'node', 'md-a-0')).toBe(
    'Error from server (Forbidden): nodes "md-a-0" is forbidden: User "sso:ann" cannot delete resource "nodes" in API group "" at the cluster scope',
  );
  const operator = await tokenOf(olga);
  expectSuccess(await ask(operator, 'get', 'configmaps', '-A'));
  expect(await refusal(operator, 'get', 'secrets', '-A')).toBe(
    'Error from server (Forbidden): secrets is forbidden: User "sso:olga" cannot list resource "secrets" in API group "" at the cluster scope',
  );
  const master = await tokenOf({ sub: 'ann', groups: ['system:masters'] });
  expect(await refusal(master, 'get', 'configmaps', '-n', 'shop')).toBe(
    'Error from server (Forbidden): configmaps is forbidden: User "sso:ann" cannot list resource "configmaps" in API group "" in the namespace "shop"',
  );
});

// Proves: access.oidc
test.each<[string, () => Promise<string> | string]>([
  ['of another issuer', () => tokenOf(ann, stranger)],
  [
    'in the name of the issuer that another one has signed',
    () => tokenOf({ ...ann, iss: issuer.signer.url }, stranger),
  ],
  ['that nobody has signed', () => issuer.signer.unsigned({ aud: 'kubernetes', ...ann })],
  ['that has ended', () => tokenOf({ ...ann, exp: Math.floor(Date.now() / 1_000) - 60 })],
  ['for another program', () => tokenOf({ ...ann, aud: 'wiki' })],
])('a token %s is refused', async (_, make) => {
  expect(await refusal(await make(), 'get', '--raw', configMaps)).toBe(unknown);
});

// Proves: access.oidc
test('everybody gets the same kubeconfig from the command line, and it has no secret', async () => {
  const file = join(folder, 'sso.kubeconfig');
  expectSuccess(await ssoKubeconfig('--out', file));
  const view = ['config', 'view', '--raw', '-o', 'json', '--kubeconfig', file];
  const { users } = JSON.parse(await kubectl(session, view)) as {
    readonly users: readonly { readonly user: object }[];
  };
  expect(users.map((one) => one.user)).toEqual([
    {
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: 'kubectl',
        args: [
          'oidc-login',
          'get-token',
          `--oidc-issuer-url=${issuer.signer.url}`,
          '--oidc-client-id=kubernetes',
          '--oidc-extra-scope=groups',
          `--certificate-authority-data=${Buffer.from(issuer.authorityPem).toString('base64')}`,
        ],
        env: null,
        interactiveMode: 'IfAvailable',
        provideClusterInfo: false,
        installHint: 'The plug-in is missing: kubectl krew install oidc-login',
      },
    },
  ]);
});

// Proves: access.oidc
test('with it, kubectl and kubelogin log a person in by the browser, once', async () => {
  const kubeconfig = join(folder, 'sso.kubeconfig');
  const someone = await person(session, folder, kubeconfig, issuer.authorityFile);
  const who = await someone.kubectl('auth', 'whoami', '-o', 'jsonpath={.status.userInfo}');
  expectSuccess(who);
  expect(JSON.parse(who.stdout)).toMatchObject({
    username: 'sso:ann',
    groups: ['sso:team-shop', 'system:authenticated'],
  });
  expectSuccess(await someone.kubectl('get', 'configmap', 'by-ann', '-n', 'shop'));
  expect(someone.opened()).toEqual(['http://localhost:8000/']);
}, 600_000);

// Proves: clusters.audit, clusters.audit-webhook
test('the audit log names the person, what they did and what they were refused, also at the server that it is sent to', async () => {
  const groups = ['sso:team-shop', 'system:authenticated'];
  const expected = expect.arrayContaining([
    { what: 'create configmaps shop', code: 201, groups },
    { what: 'list configmaps default', code: 403, groups },
    { what: 'delete nodes ', code: 403, groups },
  ]) as unknown;
  const log = linesOnDisk(await uidOf('cp-0'), 'var/log/kubernetes/audit', /^audit\.log$/);
  expect(askedBy('sso:ann', log)).toEqual(expected);
  const last = 'delete nodes ';
  await eventually('the server has the records', () =>
    Promise.resolve(askedBy('sso:ann', issuer.records()).some(({ what }) => what === last)),
  );
  expect(askedBy('sso:ann', issuer.records())).toEqual(expected);
});

// Proves: access.oidc
test('another role of a group counts at once, and no machine rolls', async () => {
  const token = await tokenOf(ann);
  const machine = await uidOf('cp-0');
  writeFile(oidc('view'));
  expect((await announced(session, people)).consequences).toEqual([
    'Changes 2 rights; 2 resources changed.',
    'sandbox.people: group "sso:team-shop": changes 1 right (gains view in shop)',
    'sandbox.people: group "sso:team-shop": changes 1 right (loses edit in shop)',
  ]);
  await timed('update of a role', () => pulumiUp(session, people));
  expect(await uidOf('cp-0')).toBe(machine);
  expectSuccess(await ask(token, 'get', 'configmap', 'by-ann', '-n', 'shop'));
  expect(await refusal(token, 'delete', 'configmap', 'by-ann', '-n', 'shop')).toBe(
    'Error from server (Forbidden): configmaps "by-ann" is forbidden: User "sso:ann" cannot delete resource "configmaps" in API group "" in the namespace "shop"',
  );
}, 900_000);

// Proves: access.oidc
test("the first token of another key of the issuer counts, and ends the old key's", async () => {
  const old = await tokenOf(ann);
  await issuer.rotate();
  expect(await isKnown(old)).toBe(true);
  expect(await isKnown(await tokenOf(ann))).toBe(true);
  // The API server remembers a token that it has taken for ten seconds.
  await eventually('tokens of the old key are refused', async () => !(await isKnown(old)), 30);
  expect(await refusal(old, 'get', '--raw', configMaps)).toBe(unknown);
});

// Proves: access.oidc
test('while the issuer is away, an API server that has its keys takes tokens, and one that starts refuses them', async () => {
  const token = await tokenOf(ann);
  await issuer.stop();
  expect(await isKnown(token)).toBe(true);
  expect(await isKnown(await tokenOf({ ...ann, sub: 'bob' }))).toBe(true);
  // Nothing of Strata asks an issuer.
  expectSuccess(await unchanged());

  const machine = await uidOf('cp-0');
  await timed('a restart of the control plane', async () => {
    await kubectl(session, ['delete', 'vmi', 'cp-0', ...namespace, '--wait=true']);
    const found = ['get', 'vmi', '-o', 'jsonpath={.items[*].metadata.name}', ...namespace];
    await eventually('the machine starts', async () =>
      (await kubectl(session, found)).includes('cp-0'),
    );
    const isReady = ['--for=condition=Ready', '--timeout=240s'];
    await kubectl(session, ['wait', 'vmi', 'cp-0', ...namespace, ...isReady]);
  });
  expect(await uidOf('cp-0')).not.toBe(machine);
  expect(await user.kubectl('get', '--raw', '/readyz')).toBe('ok');
  expect(await refusal(token, 'get', '--raw', configMaps)).toBe(unknown);
  const log = linesOnDisk(await uidOf('cp-0'), 'var/log/pods', /kube-apiserver.*\.log$/);
  expect(log.join('\n')).toMatch(
    /oidc authenticator: initializing plugin.*192\.168\.70\.10:8443.*connection refused/,
  );
  expectSuccess(await unchanged());

  await issuer.start();
  await timed('tokens count after the issuer is back', () =>
    eventually('the API server has the keys', () => isKnown(token), 60),
  );
}, 900_000);

// Proves: access.oidc
test('without issuers the preview says who loses what, and nobody comes in by a token', async () => {
  const token = await tokenOf(ann);
  expect(await isKnown(token)).toBe(true);
  writeFile();
  const { consequences } = await announced(session, people);
  expect(consequences[0]).toMatch(/^Rolls 1 node, changes 2 rights; \d+ resources changed\.$/);
  expect(consequences.slice(1).sort()).toEqual([
    'sandbox.people: control-plane machine cluster-people/cp-0: rolls 1 node',
    'sandbox.people: group "sso:operators": changes 1 right (loses view)',
    'sandbox.people: group "sso:team-shop": changes 1 right (loses view in shop)',
  ]);
  await timed('update without an issuer', () => pulumiUp(session, people));
  expect(await refusal(token, 'get', '--raw', configMaps)).toBe(unknown);
  const bindings = ['clusterrolebindings,rolebindings', '-A', '-o', 'name'];
  expect(await user.kubectl('get', ...bindings)).not.toContain('strata-group-');
  const given = await ssoKubeconfig();
  expect([given.code, given.stderr.trim()]).toEqual([
    1,
    'No kubeconfig for the issuer "sso" of: sandbox.people. Where oidc.issuers of the file names it, npx strata up gives one.',
  ]);
  expectSuccess(await unchanged());
}, 1_800_000);

test('it goes, and leaves nothing', async () => {
  expectSuccess(await pulumi(session, people, ['destroy', '--yes', '--skip-preview']));
  await removeStack(session, people);
}, 600_000);
