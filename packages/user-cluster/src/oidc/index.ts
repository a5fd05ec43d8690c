// SPDX-License-Identifier: Apache-2.0
export { checkOidc } from './check-oidc.ts';
export { bindGroups, renderGroupBindings } from './group-bindings.ts';
export { renderOidcKubeconfig } from './oidc-kubeconfig.ts';
