// SPDX-License-Identifier: Apache-2.0
import { parseObjects } from './command-line.ts';

const parse = (line: string) => parseObjects(line.split(' '));

const least = {
  environment: 'prod',
  cluster: 'shop',
  target: 'prod.shop',
  isEmptyVolumes: false,
  isStopped: false,
  isPreview: false,
  isConfirmed: false,
};

// Proves: backups.restore-objects
test('reads which objects of which backup are brought where', () => {
  expect(parse('prod shop')).toEqual(least);
  expect(
    parse(
      'prod shop --kubeconfig k --to staging.copy --namespace shop,office --kind secrets --backup 4f2a91c0 --stopped --empty-volumes --preview --yes --repository r --state s',
    ),
  ).toEqual({
    ...least,
    target: 'staging.copy',
    targetFile: 'k',
    namespaces: ['shop', 'office'],
    kinds: ['secrets'],
    backup: '4f2a91c0',
    repository: 'r',
    stateFile: 's',
    isEmptyVolumes: true,
    isStopped: true,
    isPreview: true,
    isConfirmed: true,
  });
  expect(parse('prod shop --out files --kubeconfig k')).toEqual({ ...least, out: 'files' });
  expect(parse('--help')).toBeUndefined();
});

// Proves: backups.restore-objects
test.each([
  ['prod', 'Name one environment and one cluster.'],
  ['prod shop --backup newest', '--backup is "latest" or an ID'],
  ['prod shop --to shop', '--to is an environment and a cluster: staging.shop, not "shop".'],
  ['prod shop --to a.b --out f', '--to names a cluster and --out a folder: give one of them.'],
  ['prod shop --namespace a,,b', '--namespace is a list of names with commas between, not "a,,b".'],
  ['prod shop --other', "Unknown option '--other'"],
])('refuses %s', (line, message) => {
  expect(() => parse(line)).toThrow(message);
});
