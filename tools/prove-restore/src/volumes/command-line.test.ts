// SPDX-License-Identifier: Apache-2.0
import { parseVolumes } from './command-line.ts';

const parse = (text: string) => parseVolumes(text.split(' '));
const rest = 'prod shop --kubeconfig k';

test('reads volumes, a run and a new claim', () => {
  expect(
    parse(`${rest} --volume shop/data,pvc-7 --run volume-backup-29 --infra i --preview`),
  ).toEqual({
    environment: 'prod',
    cluster: 'shop',
    volumes: ['shop/data', 'pvc-7'],
    run: 'volume-backup-29',
    infraFile: 'i',
    clusterFile: 'k',
    isBlock: false,
    isDiscarded: false,
    isPreview: true,
    isConfirmed: false,
  });
  expect(parse(`${rest} --volume pvc-7 --as shop/old --yes`)).toMatchObject({
    as: { namespace: 'shop', name: 'old' },
    isConfirmed: true,
  });
  expect(parse(`${rest} --volume pvc-7 --as shop/old --block --discard`)).toMatchObject({
    isBlock: true,
    isDiscarded: true,
  });
  expect(parse(`${rest} --all`)).not.toHaveProperty('volumes');
  expect(parse('--help')).toBeUndefined();
});

test.each([
  ['prod --all --kubeconfig k', 'Name one environment and one cluster.'],
  [rest, 'Name volumes by --volume, or take --all; one of the two.'],
  [`${rest} --all --volume a/b`, 'Name volumes by --volume, or take --all; one of the two.'],
  [
    `${rest} --volume a/b/c`,
    '--volume is a list of claims such as shop/data, or of volumes such as pvc-..., not "a/b/c".',
  ],
  [`${rest} --volume a --as b`, '--as is a claim with its namespace, such as shop/data, not "b".'],
  [`${rest} --volume a,b --as c/d`, '--as makes one claim: name one volume by --volume.'],
  [`${rest} --all --as c/d`, '--as makes one claim: name one volume by --volume.'],
  [`${rest} --all --run Now`, '--run is the name of a Job, such as volume-backup-29, not "Now".'],
  [`${rest} --all --block`, '--block is of a new claim: name it by --as.'],
  ['prod shop --all', '--kubeconfig is missing.'],
])('refuses %s', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});
