// SPDX-License-Identifier: Apache-2.0
import type { ObjectsQuestion } from './command-line.ts';
import type { ComparedObject, Verdict } from './compare-target.ts';
import { objectsText } from './preview-text.ts';
import type { ObjectsPreview } from './preview-text.ts';

function compared(
  label: string,
  apiVersion: string,
  kind: string,
  path: string,
  more: Partial<ComparedObject> = {},
): ComparedObject {
  const [first = '', second] = path.split('/');
  const metadata = second === undefined ? { name: first } : { namespace: first, name: second };
  const manifest = { apiVersion, kind, metadata };
  return { label, manifest, remarks: [], owners: [], verdict: 'new', ...more };
}

const question: ObjectsQuestion = {
  environment: 'prod',
  cluster: 'shop',
  target: 'prod.shop',
  isEmptyVolumes: false,
  isStopped: false,
  isPreview: true,
  isConfirmed: false,
};

const nothing: ObjectsPreview = {
  backup: { id: '4f2a91c0ffee', time: '2026-05-02T03:10:00.000Z' },
  objects: [],
  leftOut: [],
  missingClaims: [],
  unreadable: [],
  elsewhere: [],
  now: Date.parse('2026-05-02T04:00:00Z'),
};

const lines = (preview: Partial<ObjectsPreview>, asked: Partial<ObjectsQuestion> = {}) =>
  objectsText({ ...question, ...asked }, { ...nothing, ...preview }).split('\n');

const secret = (name: string, verdict: Verdict = 'new', why?: string) =>
  compared('secrets', 'v1', 'Secret', `shop/${name}`, {
    verdict,
    ...(why !== undefined && { why }),
  });

test('the preview says of which groups a backup of etcd has nothing', () => {
  expect(lines({ elsewhere: ['custom.metrics.k8s.io', 'metrics.k8s.io'] }).slice(1)).toEqual([
    '  nothing is new',
    '  of custom.metrics.k8s.io, metrics.k8s.io the backup has nothing: programs of the cluster serve them, not etcd',
  ]);
});

// Proves: backups.restore-objects
test('the preview names what is new, there, refused, changed, left out and missing', () => {
  const claim = { key: 'k', namespace: 'shop', isBlock: false };
  expect(
    lines({
      objects: [
        compared('namespaces', 'v1', 'Namespace', 'shop', { isUnjudged: true }),
        compared(
          'priorityclasses.scheduling.k8s.io',
          'scheduling.k8s.io/v1',
          'PriorityClass',
          'high',
        ),
        secret('a'),
        secret('b', 'same'),
        secret('c', 'differs'),
        secret('d', 'refused', 'is wrong'),
        compared('services', 'v1', 'Service', 'shop/web', { remarks: ['without loadBalancerIP'] }),
        compared(
          'rolebindings.rbac.authorization.k8s.io',
          'rbac.authorization.k8s.io/v1',
          'RoleBinding',
          'shop/team',
        ),
        compared('deployments.apps', 'apps/v1', 'Deployment', 'shop/\u001b[31mweb'),
      ],
      leftOut: [
        { label: 'pods', title: 'Pod shop/web-1', reason: 'whoever owns it makes it anew' },
        { label: 'pods', title: 'Pod shop/web-2', reason: 'whoever owns it makes it anew' },
        { label: 'nodes', title: 'Node web-0', reason: 'says what a machine was' },
      ],
      unreadable: [
        { kind: 'carts.example.org', why: 'no conversion' },
        { kind: 'secrets', namespace: 'old', why: 'no key' },
      ],
      missingClaims: [
        { ...claim, name: 'data', volume: 'pvc-1' },
        { ...claim, name: 'raw', volume: 'pvc-2', isBlock: true },
        { ...claim, name: 'files' },
      ],
    }),
  ).toEqual([
    'prod.shop: objects of the backup 4f2a91c0 of 2026-05-02T03:10:00.000Z (50 minutes old), into prod.shop',
    '  6 new:',
    '    shop',
    '      namespaces: shop',
    '      secrets: a',
    '      services: web',
    '      rolebindings.rbac.authorization.k8s.io: team',
    String.raw`      deployments.apps: \u001b[31mweb`,
    '    without a namespace',
    '      priorityclasses.scheduling.k8s.io: high',
    '    1 of them cannot be judged before they are made: their namespace or kind comes with them, they are pods, or a webhook does not say',
    '  1 there already, as in the backup',
    "  1 there already with another content, and left as they are; to take the backup's, delete them first: Secret shop/c",
    '  1 refused by prod.shop:',
    '    Secret shop/d: is wrong',
    '  other than in the backup:',
    '    Service shop/web: without loadBalancerIP',
    '  not brought:',
    '    pods (2): whoever owns it makes it anew',
    '    nodes (1): says what a machine was',
    '  carts.example.org cannot be read: no conversion',
    '  secrets in old cannot be read: no key',
    '  claims of the backup that are missing; their data is in no backup of etcd:',
    '    shop/data: npx strata restore-volumes prod shop --volume pvc-1 --as shop/data',
    '    shop/raw: npx strata restore-volumes prod shop --volume pvc-2 --as shop/raw --block',
    '    shop/files: its volume was none of the platform',
    '  rights come back (role bindings: 1): look whether any was taken away since the backup',
  ]);
});

// Proves: backups.restore-objects
test('into another cluster it says that programs act as those of the former one, unless they are stopped', () => {
  const objects = [
    compared('deployments.apps', 'apps/v1', 'Deployment', 'shop/web'),
    compared('databases.example.org', 'example.org/v1', 'Database', 'shop/db'),
  ];
  const missingClaims = [
    { key: 'k', namespace: 'shop', name: 'data', isBlock: false, volume: 'pvc-1' },
  ];
  expect(lines({ objects, missingClaims }, { target: 'staging.copy' }).slice(-3)).toEqual([
    '  claims of the backup that are missing; their data is in no backup of etcd:',
    '    shop/data: the volume pvc-1 of shop',
    '  programs do what those of prod.shop do, with the same Secrets: they send, charge and write to the same places; --stopped brings them without letting them run',
  ]);
  expect(lines({ objects }, { target: 'staging.copy', isStopped: true }).at(-1)).toBe(
    '  --stopped does not reach what operators make of databases.example.org',
  );
  expect(lines({ objects }).at(-1)).toBe('      databases.example.org: db');
});

// Proves: backups.restore-objects
test('it says when nothing is new, where files go, and the first names of many', () => {
  expect(lines({}).slice(1)).toEqual(['  nothing is new']);
  expect(lines({}, { out: '/tmp/files' })[0]).toBe(
    'prod.shop: objects of the backup 4f2a91c0 of 2026-05-02T03:10:00.000Z (50 minutes old), to files in /tmp/files',
  );
  const many = Array.from({ length: 14 }, (_one, index) => secret(`s${index}`));
  expect(lines({ objects: many }).at(-1)).toBe(
    '      secrets: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, and 2 more',
  );
});

// Proves: backups.restore-objects
test('objects of which the same is said are in one line', () => {
  const stopped = ['a', 'b', 'c'].map((name) =>
    compared('jobs.batch', 'batch/v1', 'Job', `shop/${name}`, { remarks: ['suspended'] }),
  );
  const odd = (name: string) => secret(name, 'refused', 'is odd');
  const text = lines({ objects: [...stopped, odd('x'), odd('y')] });
  expect(text.slice(-4)).toEqual([
    '  2 refused by prod.shop:',
    '    Secret shop/x, Secret shop/y: is odd',
    '  other than in the backup:',
    '    Job shop/a, Job shop/b, Job shop/c: suspended',
  ]);
});
