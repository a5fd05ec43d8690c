// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
)

// apply writes the changes, in this order: new slices, changed ones, those to be removed.
//
// After finalize of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0.
func (c *Controller) apply(
	ctx context.Context, service *corev1.Service, changes sliceChanges,
) error {
	reuseRemoved(service, &changes)
	if service.DeletionTimestamp == nil {
		for _, slice := range changes.create {
			_, err := c.infra.DiscoveryV1().EndpointSlices(slice.Namespace).
				Create(ctx, slice, metav1.CreateOptions{})
			if apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) {
				return nil
			}
			if err != nil {
				return err
			}
			klog.Infof("Created an EndpointSlice of %s", service.Name)
		}
	}
	for _, slice := range changes.update {
		_, err := c.infra.DiscoveryV1().EndpointSlices(slice.Namespace).
			Update(ctx, slice, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		klog.Infof("Updated EndpointSlice %s", slice.Name)
	}
	return c.deleteSlices(ctx, changes.remove)
}

// reuseRemoved wants to give a slice that is removed the content of one that is created. v0.6.0
// takes the new slice off its list first and then reads the first of that list. The list never has
// a second one, so the read is out of range and ends the program: whenever none of the machines
// that a slice names are wanted any more, and others are. The same is in upstream's main branch of
// March 2026. It stays here, because whoever chooses this controller has to see it.
func reuseRemoved(service *corev1.Service, changes *sliceChanges) {
	for i := 0; i < len(changes.remove) && len(changes.create) > 0; {
		removed, created := changes.remove[i], changes.create[0]
		if removed.AddressType != created.AddressType || !isOwnedBy(removed, service) {
			i++
			continue
		}
		created.Name = removed.Name
		changes.create = changes.create[1:]
		changes.update = append(changes.update, changes.create[0])
		changes.remove = append(changes.remove[:i], changes.remove[i+1:]...)
	}
}

func isOwnedBy(slice *discovery.EndpointSlice, service *corev1.Service) bool {
	for _, owner := range slice.OwnerReferences {
		if owner.UID == service.UID && owner.Kind == "Service" && owner.APIVersion == "v1" {
			return true
		}
	}
	return false
}
