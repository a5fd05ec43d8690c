// SPDX-License-Identifier: Apache-2.0
import { masker } from './mask.ts';

const mask = masker({
  PULUMI_CONFIG_PASSPHRASE: 'open-sesame',
  GITHUB_TOKEN: 'ghs_0123456789',
  AWS_SECRET_ACCESS_KEY: 'open-sesame-and-more',
  HOME: '/home/somebody',
  EMPTY_TOKEN: '',
});

test.each([
  ['the passphrase open-sesame', 'the passphrase [secret]'],
  // The longer secret is replaced first.
  ['key open-sesame-and-more', 'key [secret]'],
  ['ghs_0123456789 in /home/somebody', '[secret] in /home/somebody'],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter',
    '[secret]\nafter',
  ],
  ['a key that is cut off: -----BEGIN PRIVATE KEY-----\nMIIE', 'a key that is cut off: [secret]'],
  ['  client-key-data: TUlJRQ==', '  client-key-data: [secret]'],
  ['{"user":{"client-key-data":"TUlJRQ=="}}', '{"user":{"client-key-data":"[secret]"}}'],
  [
    String.raw`"{\"client-key-data\": \"TUlJRQ==\", \"token\": \"abc\"}"`,
    String.raw`"{\"client-key-data\": \"[secret]\", \"token\": \"[secret]\"}"`,
  ],
  ['tls.key: LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk1I== after', 'tls.key: [secret] after'],
  ['ca: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t', 'ca: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [secret]'],
  ['eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJrIn0.c2ln', '[secret]'],
  ['kubeadm join --token abc123.0123456789abcdef', 'kubeadm join --token [secret]'],
  ['https://user:word@registry.example.org/x', 'https://[secret]@registry.example.org/x'],
  ['Service cluster-shop/api changes', 'Service cluster-shop/api changes'],
])('%j', (text, expected) => {
  expect(mask(text)).toBe(expected);
});

test('does not mask the passphrase of every sandbox, which is an ordinary word', () => {
  expect(masker({ PULUMI_CONFIG_PASSPHRASE: 'sandbox' })('the sandbox')).toBe('the sandbox');
});
