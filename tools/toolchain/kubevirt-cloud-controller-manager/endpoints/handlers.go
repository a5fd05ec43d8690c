// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"strata/toolchain/kubevirt-cloud-controller-manager/provider"
)

// addHandlers says which events are work.
//
// After Init of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0.
func (c *Controller) addHandlers() error {
	_, servicesErr := c.services().AddEventHandler(onEvery(c.serviceChanged))

	ofTenant := c.tenantFactory.Discovery().V1().EndpointSlices().Informer()
	onTenant := onEvery(c.tenantSliceChanged)
	onTenant.DeleteFunc = onEvery(c.tenantSliceGone).DeleteFunc
	_, tenantErr := ofTenant.AddEventHandler(onTenant)

	ofInfra := c.infraFactory.Discovery().V1().EndpointSlices().Informer()
	_, infraErr := ofInfra.AddEventHandler(onEvery(c.infraSliceChanged))

	return errors.Join(servicesErr, tenantErr, infraErr)
}

// onEvery takes events of all three kinds alike. As in v0.6.0, an object that the watch has missed
// the end of (cache.DeletedFinalStateUnknown) is a panic.
func onEvery[T any](handle func(T)) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(added any) { handle(added.(T)) },
		UpdateFunc: func(_, updated any) { handle(updated.(T)) },
		DeleteFunc: func(gone any) { handle(gone.(T)) },
	}
}

func (c *Controller) serviceChanged(service *corev1.Service) {
	if service.Spec.Type == corev1.ServiceTypeLoadBalancer {
		c.queue.Add(&request{service})
	}
}

// tenantSliceChanged looks only at slices of Services that were reconciled before.
func (c *Controller) tenantSliceChanged(slice *discovery.EndpointSlice) {
	if !c.tracked.has(slice) {
		return
	}
	service, err := c.serviceOfTenantSlice(context.TODO(), slice)
	if err != nil {
		klog.Errorf("No Service of the infra cluster for the EndpointSlice %s/%s: %v",
			slice.Namespace, slice.Name, err)
		return
	}
	// Without a Service too: reconcile then fails, and the queue tries again, 25 times.
	c.queue.Add(&request{service})
}

func (c *Controller) tenantSliceGone(slice *discovery.EndpointSlice) {
	c.tenantSliceChanged(slice)
	c.tracked.remove(slice)
}

// infraSliceChanged repairs what others do to slices of this controller.
func (c *Controller) infraSliceChanged(slice *discovery.EndpointSlice) {
	name := slice.Labels[discovery.LabelServiceName]
	if !isOurs(slice) || name == "" {
		return
	}
	service, err := c.infra.CoreV1().Services(c.namespace).
		Get(context.TODO(), name, metav1.GetOptions{})
	if err == nil {
		c.queue.Add(&request{service})
	} else if client.IgnoreNotFound(err) != nil {
		klog.Errorf("No Service for the EndpointSlice %s/%s: %v", slice.Namespace, slice.Name, err)
	}
}

// serviceOfTenantSlice is nil, without an error, when there is none.
//
// After getInfraServiceFromTenantEPS of pkg/controller/kubevirteps/kubevirteps_controller.go.
func (c *Controller) serviceOfTenantSlice(
	ctx context.Context, slice *discovery.EndpointSlice,
) (*corev1.Service, error) {
	selector := labels.Set{
		provider.TenantServiceNameLabel:      slice.Labels[discovery.LabelServiceName],
		provider.TenantServiceNamespaceLabel: slice.Namespace,
	}
	found, err := c.infra.CoreV1().Services(c.namespace).
		List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return nil, err
	}
	switch len(found.Items) {
	case 0:
		return nil, nil
	case 1:
		return &found.Items[0], nil
	default:
		return nil, errors.New("multiple services found for tenant endpoint slice")
	}
}

func isOurs(slice *discovery.EndpointSlice) bool {
	return slice.Labels[discovery.LabelManagedBy] == manager
}
