// SPDX-License-Identifier: Apache-2.0

/**
 * Network that the guest of a VM with the binding `masquerade` sees: Strata sets no `vmNetworkCIDR`, so
 * this is KubeVirt's default.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/api/defaults.go
 */
export const masqueradeRange = '10.0.2.0/24';
