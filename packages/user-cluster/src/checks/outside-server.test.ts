// SPDX-License-Identifier: Apache-2.0
import { testAuthority } from '../oidc/testing/test-authority.ts';
import { addressProblems, authorityProblems } from './check-server.ts';

const damaged = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const path = ['audit', 'webhook'];

test('names the first certificate that cannot be read, of all', () => {
  const of = (...pems: readonly string[]) =>
    authorityProblems({ certificateAuthority: pems.join('') }, path);
  expect(of()).toEqual([]);
  expect(authorityProblems({}, path)).toEqual([]);
  expect(of(testAuthority)).toEqual([]);
  expect(of(testAuthority, testAuthority)).toEqual([]);
  expect(of(testAuthority, damaged, damaged)).toEqual([
    {
      path: ['audit', 'webhook', 'certificateAuthority'],
      message: 'certificate 2 of 3 cannot be read; copy it again',
    },
  ]);
});

test('the key of the certificates is that of the server', () => {
  expect(authorityProblems({ certificateAuthority: damaged }, path, 'authority')).toEqual([
    {
      path: ['audit', 'webhook', 'authority'],
      message: 'certificate 1 of 1 cannot be read; copy it again',
    },
  ]);
});

const problemsOf = (url: string, addresses?: readonly string[]) =>
  addressProblems({ url, addresses }, path, 'the server').map(
    ({ path: at, message }) => `${at.join('.')}: ${message}`,
  );

test('accepts a server that is on the internet, or in a listed range, or has a name', () => {
  expect(problemsOf('https://198.51.100.7')).toEqual([]);
  expect(problemsOf('https://10.20.0.7:8443/a', ['10.21.0.0/24', '10.20.0.0/24'])).toEqual([]);
  expect(problemsOf('https://logs.example.org')).toEqual([]);
  expect(problemsOf('https://logs.example.org', ['10.21.0.0/24'])).toEqual([]);
});

test('refuses a server that nothing would reach, with the range that is missing', () => {
  expect(problemsOf('https://10.20.0.7:8443/a')).toEqual([
    'audit.webhook.addresses: missing; 10.20.0.7 is no address of the internet, so nothing reaches it unless it is listed here',
  ]);
  const beside = ['10.21.0.0/24', '10.22.0.0/24'];
  expect(problemsOf('https://10.20.0.7:8443/a', beside)).toEqual([
    'audit.webhook.addresses: does not contain 10.20.0.7, the address of the server; add 10.20.0.7/32',
  ]);
});
