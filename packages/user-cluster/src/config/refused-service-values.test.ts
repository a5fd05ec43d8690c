// SPDX-License-Identifier: Apache-2.0
import { expectRefused, messagesAt } from './testing/expect-refused.ts';
import type { RefusedRow } from './testing/expect-refused.ts';

const s3 = 'backup.target.s3';
const flux = 'delivery.flux';
const access = `${flux}.credentials`;
const first = 'oidc.issuers.0';
const mappings = `${first}.claimMappings`;
const rules = `${first}.claimValidationRules`;
const httpsUrl = (example: string) =>
  `a URL with https:// and without user, query and fragment, such as "${example}"`;
const repository =
  'a URL such as "https://git.example.org/shop/cluster.git" or "ssh://git@git.example.org/shop/cluster.git", with no password in it';
const name = (whose: string) =>
  `a mapping with claim and prefix, or with expression, for the name of ${whose}`;
const group =
  'the name of a group with its prefix, such as "sso:team-shop", which does not begin with ';
const pem = (label: string) => `-----BEGIN ${label}-----\nYQ==\n-----END ${label}-----`;
const key = pem('PRIVATE KEY');
const host = 'git.example.org ssh-ed25519 AAAA';

/** A repository that is reached by SSH. */
const bySsh = (credentials: { readonly privateKey?: string; readonly knownHosts?: string }) => ({
  url: 'ssh://git@git.example.org/shop',
  ref: { branch: 'main' },
  credentials: { privateKey: key, knownHosts: host, ...credentials },
});

/** Keys of audit, backups, delivery, issuers and their groups. */
const rows: readonly RefusedRow[] = [
  ['audit', 'a mapping with level, log or webhook', 'x'],
  ['audit.log', 'a mapping with maxAgeDays, maxBackups and maxSizeMiB', 'x'],
  ['audit.webhook', 'a mapping with url, token, certificateAuthority or addresses', 'x'],
  ['audit.webhook.url', httpsUrl('https://audit.example.org/shop'), 'xhttps://a.example'],
  ['audit.webhook.certificateAuthority', 'certificates in PEM', `x${pem('CERTIFICATE')}`],
  ['backup', 'a mapping with target, and with schedule, retention, encryption or volumes', 'x'],
  ['backup.retention', 'a mapping with count or days', 'x'],
  ['backup.volumes', 'a mapping with schedule or retention', 'x'],
  ['backup.encryption', 'a mapping with password', 'x'],
  ['backup.target', 'a mapping with s3 or volume', 'x'],
  ['backup.target', 'a mapping with sizeGiB', { volume: 'x' }],
  [s3, 'a mapping with endpoint, bucket and credentials', 'x'],
  [
    `${s3}.endpoint`,
    'an address like "https://s3.example.org" or "https://s3.example.org:9000"',
    'xhttps://s3.example.org',
    'https://s3.example.org/folder',
  ],
  [
    `${s3}.bucket`,
    'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
    'Backups',
    'backupS',
  ],
  [`${s3}.prefix`, 'the path of a folder, without "/" at its ends', '/a', 'a/'],
  [`${s3}.region`, 'the name of a region, such as "eu-central-1"', 'Eu', 'eU'],
  [`${s3}.credentials`, 'a mapping with accessKeyId and secretAccessKey, or with secretName', 'x'],
  [`${s3}.credentials`, 'the ID of an access key', { accessKeyId: 5, secretAccessKey: 'x' }],
  [`${s3}.credentials`, 'the secret of an access key', { accessKeyId: 'x', secretAccessKey: 5 }],
  ['delivery', 'a mapping with flux', 'x'],
  [flux, 'a mapping with url and ref', 'x'],
  [`${flux}.url`, repository, 'xhttps://git.example.org/shop'],
  [`${flux}.ref`, 'a mapping with branch, tag or semver', 'x'],
  [`${flux}.ref`, 'the name of a branch, such as "main"', { branch: 'main ' }],
  [`${flux}.ref`, 'the name of a tag, such as "v1.2.0"', { tag: '' }],
  [
    `${flux}.ref`,
    'a range of versions, such as ">=1.0.0 <2.0.0"',
    { semver: '!1.0' },
    { semver: '1.0!' },
  ],
  [access, 'a mapping with username and password, or with privateKey and knownHosts', 'x'],
  [access, 'the name of a user', { username: 5, password: 'x' }],
  [access, 'a password or token without spaces', { password: ' a' }, { password: 'a ' }],
  [
    flux,
    'a private key in PEM, as ssh-keygen writes it',
    ...[`x${key}`, `${key}x`, `${key}\nx`].map((privateKey) => bySsh({ privateKey })),
  ],
  [
    flux,
    'lines of known_hosts, such as "git.example.org ssh-ed25519 AAAA..."',
    ...['', 'git.example.org', ` ${host}`, `${host}\nx`, `${host}\n${host}\nx y`, 'a S A'].map(
      (knownHosts) => bySsh({ knownHosts }),
    ),
  ],
  ['expires', 'a day like "2027-01-31"', '2027-02-30', 'x2027-01-31', '2027-01-31x'],
  ['oidc', 'a mapping with issuers and groups', 'x'],
  ['oidc.issuers', 'a list of at most 64 issuers', 'x'],
  [first, 'a mapping with name, url, audiences and claimMappings', 'x'],
  [
    `${first}.url`,
    httpsUrl('https://login.example.org/realms/shop'),
    'xhttps://login.example.org',
    'https://login.example.org/a b',
    'https://login.example.org/%2',
  ],
  [`${first}.audiences`, 'an audience of tokens', [5]],
  [`${first}.clientId`, 'the ID of a client', 5],
  [`${first}.scopes`, 'a list of scopes', 'x'],
  [`${first}.scopes`, 'a scope', [5]],
  [mappings, 'a mapping with username and groups', 'x'],
  [`${mappings}.username`, name('the user'), 'x'],
  [`${mappings}.username`, 'the name of a claim', { claim: 5, prefix: 'sso:' }],
  [`${mappings}.username`, 'an expression in CEL', { expression: 5 }],
  [`${mappings}.groups`, name('groups'), 'x'],
  [rules, 'a list of rules', 'x'],
  [rules, 'a mapping with claim and requiredValue, or with expression and message', ['x']],
  [rules, 'the name of a claim', [{ claim: 5, requiredValue: 'x' }]],
  [rules, 'the text that the claim must be', [{ claim: 'x', requiredValue: 5 }]],
  [rules, 'a text', [{ expression: 'x', message: 5 }]],
  ['oidc.groups', 'a list of groups', 'x'],
  ['oidc.groups.0', 'a mapping with group and role', 'x'],
  ['oidc.groups.0.group', `${group}"system:", "strata:", "kubeadm:"`, 'sso:a\u0007'],
  ['oidc.groups.0.namespaces', 'a list of at least one namespace; leave it out for all', []],
];

test.each(rows)('%s: expected %s, got %j', (place, words, ...values) => {
  expectRefused(place, words, values);
});

const keyOf = (type: string) => `git.example.org,192.0.2.7 ${type} AAAA/+9= a comment`;

test.each<[place: string, ...values: unknown[]]>([
  [`${s3}.prefix`, 'strata', 'strata/backups-1', 'a/b.c/d_e'],
  [`${flux}.url`, 'https://a/shop', 'https://git.example.org:8443/shop/cluster.git'],
  [`${flux}.ref`, { branch: 'a' }, { tag: 'v1.2.0' }, { semver: '1.x' }, { semver: '>=1.0 <2.0' }],
  [`${flux}.certificateAuthority`, `\n${pem('CERTIFICATE')}\n${pem('CERTIFICATE')}\n`],
  [
    flux,
    ...[
      keyOf('ssh-ed25519'),
      `${keyOf('ecdsa-sha2-nistp256')}\n${keyOf('sk-ssh-ed25519@openssh.com')}\n\n`,
      'a ssh-rsa A\nb ssh-rsa B\nc ssh-rsa CC two words\n',
    ].map((knownHosts) => bySsh({ privateKey: `\n${key}\n`, knownHosts })),
  ],
  ['oidc.groups.0.group', 'sso:people', 'sso:Ops Café', 'sso:{C}'],
  ['pools.0.disks.0', { name: 'a', kind: 'host', path: '/var/disks/a.img', type: 'Disk' }],
  ['pools.0.interfaces.0.addresses', 'dhcp', 'none'],
])('%s: may be %j', (place, ...values) => {
  for (const value of values) expect([value, messagesAt(place, value)]).toEqual([value, []]);
});

test('a label of load balancers has an id', () => {
  expect(messagesAt('cloud.legacyLabels', { '-a': 'b' })).toEqual([
    'wrong key; expected the id in a label cloud.kubevirt.io/<id>',
  ]);
});
