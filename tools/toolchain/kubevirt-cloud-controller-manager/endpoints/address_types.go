// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/net"
)

// addressTypes are those of the Service's IP families; without any, that of its cluster IP; without
// one, both.
//
// After getAddressTypesForService of pkg/controller/kubevirteps/kubevirteps_controller_utils.go.
func addressTypes(service *corev1.Service) sets.Set[discovery.AddressType] {
	types := sets.New[discovery.AddressType]()
	for _, family := range service.Spec.IPFamilies {
		switch family {
		case corev1.IPv4Protocol:
			types.Insert(discovery.AddressTypeIPv4)
		case corev1.IPv6Protocol:
			types.Insert(discovery.AddressTypeIPv6)
		}
	}
	clusterIP := service.Spec.ClusterIP
	switch {
	case types.Len() > 0:
	case clusterIP == "" || clusterIP == corev1.ClusterIPNone:
		types.Insert(discovery.AddressTypeIPv4, discovery.AddressTypeIPv6)
	case net.IsIPv6String(clusterIP):
		types.Insert(discovery.AddressTypeIPv6)
	default:
		types.Insert(discovery.AddressTypeIPv4)
	}
	return types
}
