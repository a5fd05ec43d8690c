// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/klog/v2"

	"strata/toolchain/kubevirt-cloud-controller-manager/provider"
)

// reconcile brings the slices of one Service of the infra cluster in line with the user cluster.
//
// After reconcile of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0.
func (c *Controller) reconcile(ctx context.Context, next *request) error {
	service := next.service
	if service == nil {
		return errors.New("could not cast object to service")
	}
	if !isLoadBalancerOfTenant(service) {
		return nil
	}
	klog.Infof("Reconciling: %v", service.Name)
	cached, err := c.infraFactory.Core().V1().Services().Lister().
		Services(c.namespace).Get(service.Name)
	isGone := err != nil
	if !isGone {
		service = cached
	}
	existing, err := c.infraSlices(ctx, service)
	if err != nil {
		return err
	}
	families := addressTypes(service)
	byFamily := map[discovery.AddressType][]*discovery.EndpointSlice{}
	var obsolete []*discovery.EndpointSlice
	for _, slice := range existing {
		switch {
		case isGone || service.Spec.Selector != nil:
			// The slices of others, such as the API server's own controller, stay.
			if isOurs(slice) {
				obsolete = append(obsolete, slice)
			}
		case !families.Has(slice.AddressType):
			obsolete = append(obsolete, slice)
		default:
			byFamily[slice.AddressType] = append(byFamily[slice.AddressType], slice)
		}
	}
	if !isGone {
		tenantSlices, err := c.tenantSlices(ctx, service)
		if err != nil {
			return err
		}
		for family := range families {
			desired := c.desiredEndpoints(ctx, service, tenantSlices)
			changes := planSlices(service, desired, byFamily[family], family)
			if err := c.apply(ctx, service, changes); err != nil {
				return err
			}
		}
	}
	return c.deleteSlices(ctx, obsolete)
}

func isLoadBalancerOfTenant(service *corev1.Service) bool {
	return service.Labels[provider.TenantServiceNameLabel] != "" &&
		service.Labels[provider.TenantServiceNamespaceLabel] != "" &&
		service.Labels[provider.TenantClusterNameLabel] != ""
}

func (c *Controller) infraSlices(
	ctx context.Context, service *corev1.Service,
) ([]*discovery.EndpointSlice, error) {
	selector := labels.Set{discovery.LabelServiceName: service.Name}
	found, err := c.infra.DiscoveryV1().EndpointSlices(service.Namespace).
		List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return nil, err
	}
	return pointers(found.Items), nil
}

// tenantSlices are those of the user's Service; from now on their changes are work.
func (c *Controller) tenantSlices(
	ctx context.Context, service *corev1.Service,
) ([]*discovery.EndpointSlice, error) {
	selector := labels.Set{
		discovery.LabelServiceName: service.Labels[provider.TenantServiceNameLabel],
	}
	found, err := c.tenant.DiscoveryV1().
		EndpointSlices(service.Labels[provider.TenantServiceNamespaceLabel]).
		List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return nil, err
	}
	slices := pointers(found.Items)
	for _, slice := range slices {
		c.tracked.add(slice)
	}
	return slices, nil
}

func (c *Controller) deleteSlices(ctx context.Context, slices []*discovery.EndpointSlice) error {
	for _, slice := range slices {
		err := c.infra.DiscoveryV1().EndpointSlices(slice.Namespace).
			Delete(ctx, slice.Name, metav1.DeleteOptions{})
		if err != nil {
			return err
		}
	}
	return nil
}

func pointers[T any](items []T) []*T {
	result := make([]*T, len(items))
	for i := range items {
		result[i] = &items[i]
	}
	return result
}
