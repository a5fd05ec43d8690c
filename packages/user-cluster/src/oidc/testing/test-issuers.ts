// SPDX-License-Identifier: Apache-2.0

/** An issuer of people as its users write it. */
export const sso = {
  name: 'sso',
  url: 'https://login.example.org/realms/shop',
  audiences: ['kubernetes'],
  claimMappings: {
    username: { claim: 'sub', prefix: 'sso:' },
    groups: { claim: 'groups', prefix: 'sso:' },
  },
};

/** Another one, with everything that an issuer can have. */
export const partners = {
  name: 'partners',
  url: 'https://10.20.0.7:8443/dex',
  audiences: ['kubectl', 'ci'],
  clientId: 'ci',
  scopes: ['email', 'groups'],
  certificateAuthority: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  addresses: ['10.20.0.7/32'],
  claimMappings: { username: { expression: '"partners:" + claims.email' } },
  claimValidationRules: [{ expression: 'claims.email_verified == true', message: 'verify it' }],
};
