// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { ResourceLife } from '../testing/index.ts';
import { certificateFacts } from './certificate-facts.ts';

const authorityInputs = { commonName: 'kubernetes', organizations: ['demo'], lifetimeDays: 3650 };

test('an authority says with which inputs it was issued', async () => {
  const { inputs, outputs } = await new ResourceLife(resourceTypes.authority).create(
    authorityInputs,
  );
  expect(certificateFacts(String(outputs.certificatePem))).toEqual({
    ...authorityInputs,
    validFrom: inputs.validFrom,
  });
});

// Proves: backups.lost-state
test('a certificate of nobody in particular has no organizations, and a term of its own', async () => {
  const authority = await new ResourceLife(resourceTypes.authority).create(authorityInputs);
  const { inputs, outputs } = await new ResourceLife(resourceTypes.certificate).create({
    authorityCertificatePem: authority.outputs.certificatePem,
    authorityKeyPem: authority.outputs.privateKeyPem,
    commonName: 'strata:csi-controller',
    usages: ['client'],
    lifetimeDays: 365,
  });
  expect(certificateFacts(String(outputs.certificatePem))).toEqual({
    commonName: 'strata:csi-controller',
    organizations: [],
    lifetimeDays: 365,
    validFrom: inputs.validFrom,
  });
});
