// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	endpointsliceutil "k8s.io/endpointslice/util"
	"k8s.io/utils/ptr"
)

// sliceChanges is what has to happen to the slices of one Service and one address type.
type sliceChanges struct {
	create, update, remove []*discovery.EndpointSlice
}

// planSlices keeps each endpoint in the slice where it is, puts new ones where there is room, in
// slices that change anyhow first, and makes one slice more for the rest. What does not fit into
// that one, of a hundred, is dropped.
//
// After reconcileByAddressType of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0.
func planSlices(
	service *corev1.Service, desired []*discovery.Endpoint,
	existing []*discovery.EndpointSlice, family discovery.AddressType,
) sliceChanges {
	var changes sliceChanges
	var untouched []*discovery.EndpointSlice
	ports := slicePorts(service)
	missing := endpointsliceutil.EndpointSet{}
	missing.Insert(desired...)
	for _, slice := range existing {
		covered, isSame := takeCovered(slice, missing)
		labels := sliceLabels(slice, service)
		isSame = isSame && equality.Semantic.DeepEqual(slice.Ports, ports) &&
			equality.Semantic.DeepEqual(slice.Labels, labels)
		switch {
		case isSame:
			untouched = append(untouched, slice)
		case len(covered) == 0:
			changes.remove = append(changes.remove, slice)
		default:
			slice.Ports, slice.Endpoints, slice.Labels = ports, covered, labels
			changes.update = append(changes.update, slice)
		}
	}
	for _, slice := range changes.update {
		fill(slice, missing)
	}
	if missing.Len() > 0 {
		for _, slice := range untouched {
			fill(slice, missing)
		}
		// Those without room are written as well, unchanged.
		changes.update = append(changes.update, untouched...)
	}
	if missing.Len() > 0 {
		slice := newSlice(service, ports, family)
		fill(slice, missing)
		changes.create = append(changes.create, slice)
	}
	return changes
}

// takeCovered takes the endpoints that a slice has from those that are missing, and says whether
// the slice has exactly these already.
func takeCovered(
	slice *discovery.EndpointSlice, missing endpointsliceutil.EndpointSet,
) ([]discovery.Endpoint, bool) {
	var covered []discovery.Endpoint
	isSame := true
	for i := range slice.Endpoints {
		has := &slice.Endpoints[i]
		wanted := missing.Get(has)
		if wanted == nil {
			isSame = false
			continue
		}
		isSame = isSame && endpointsliceutil.EndpointsEqualBeyondHash(wanted, has)
		covered = append(covered, *wanted)
		missing.Delete(has)
	}
	return covered, isSame
}

func fill(slice *discovery.EndpointSlice, missing endpointsliceutil.EndpointSet) {
	for len(slice.Endpoints) < maxEndpointsPerSlice {
		endpoint, ok := missing.PopAny()
		if !ok {
			return
		}
		slice.Endpoints = append(slice.Endpoints, *endpoint)
	}
}

// slicePorts are the node ports of the user cluster, to which the Service leads.
func slicePorts(service *corev1.Service) []discovery.EndpointPort {
	var ports []discovery.EndpointPort
	for _, port := range service.Spec.Ports {
		ports = append(ports, discovery.EndpointPort{
			Name:     ptr.To(port.Name),
			Protocol: ptr.To(port.Protocol),
			Port:     ptr.To(port.TargetPort.IntVal),
		})
	}
	return ports
}

// newSlice is named by the API server, after the Service.
func newSlice(
	service *corev1.Service, ports []discovery.EndpointPort, family discovery.AddressType,
) *discovery.EndpointSlice {
	owner := metav1.NewControllerRef(service, corev1.SchemeGroupVersion.WithKind("Service"))
	slice := &discovery.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			GenerateName:    service.Name,
			Namespace:       service.Namespace,
			OwnerReferences: []metav1.OwnerReference{*owner},
		},
		AddressType: family,
		Ports:       ports,
		Endpoints:   []discovery.Endpoint{},
	}
	slice.Labels = sliceLabels(slice, service)
	return slice
}

// sliceLabels are those that the slice has, those of the Service, and who manages it.
//
// After ensureEndpointSliceLabels of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0.
func sliceLabels(slice *discovery.EndpointSlice, service *corev1.Service) map[string]string {
	labels := map[string]string{}
	maps.Copy(labels, slice.Labels)
	maps.Copy(labels, service.Labels)
	labels[discovery.LabelServiceName] = service.Name
	labels[discovery.LabelManagedBy] = manager
	delete(labels, corev1.IsHeadlessService)
	if service.Spec.ClusterIP == "" || service.Spec.ClusterIP == corev1.ClusterIPNone {
		labels[corev1.IsHeadlessService] = ""
	}
	return labels
}
