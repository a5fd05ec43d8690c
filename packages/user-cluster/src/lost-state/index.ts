// SPDX-License-Identifier: Apache-2.0
export { adminUser } from '../keys/admin-user.ts';
export type { TokenFacts } from '../keys/bootstrap-token.ts';
export { kubeconfigTerm, keyTerms } from '../keys/key-terms.ts';
export type { RecordedFingerprints } from '../rotation/key-fingerprints.ts';
export { readFingerprints } from '../rotation/key-fingerprints.ts';
export { startUpSecretName, startUpSecrets } from '../bootstrap/start-up-secrets.ts';
export { controlPlaneGroup } from '../machines/all-machines.ts';
export { apiPort } from '../machines/machine-args.ts';
export type { FoundKey, FoundKeys, PublicHalf } from './found-keys.ts';
export { foundKeys } from './found-keys.ts';
export type { ClientCertificate, KeptKeys, KeyResource } from './key-resources.ts';
export { keyResources } from './key-resources.ts';
export { tokenInFiles } from './join-token.ts';
export { keptSecrets, keyFilesOf } from './kept-secrets.ts';
export type { MatchedKeys, NamedKey } from './match-keys.ts';
export { matchKeys } from './match-keys.ts';
export { startUpFiles } from './start-up-files.ts';
