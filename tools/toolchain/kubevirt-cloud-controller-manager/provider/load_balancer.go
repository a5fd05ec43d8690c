// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/wait"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// loadBalancer makes a Service of the infra cluster for each one of type LoadBalancer of the user
// cluster.
//
// After loadbalancer of pkg/provider/loadbalancer.go, v0.6.0.
type loadBalancer struct {
	client      client.Client
	namespace   string
	config      LoadBalancerConfig
	infraLabels map[string]string
}

var _ cloudprovider.LoadBalancer = &loadBalancer{}

// GetLoadBalancerName is the name of the Service on the infra cluster: "a" and the UID of the
// user's Service, without dashes and not longer than 32 characters.
func (lb *loadBalancer) GetLoadBalancerName(
	_ context.Context, _ string, service *corev1.Service,
) string {
	return cloudprovider.DefaultLoadBalancerName(service)
}

// GetLoadBalancer says which address a load balancer has, and whether it exists.
func (lb *loadBalancer) GetLoadBalancer(
	ctx context.Context, clusterName string, service *corev1.Service,
) (*corev1.LoadBalancerStatus, bool, error) {
	made, err := lb.get(ctx, lb.GetLoadBalancerName(ctx, clusterName, service))
	if err != nil {
		return nil, false, ignoreNotFound(err)
	}
	return &made.Status.LoadBalancer, true, nil
}

// EnsureLoadBalancer makes the Service and waits for its address. Of one that exists it updates the
// ports and nothing else, and takes the address that it has, even none.
func (lb *loadBalancer) EnsureLoadBalancer(
	ctx context.Context, clusterName string, service *corev1.Service, _ []*corev1.Node,
) (*corev1.LoadBalancerStatus, error) {
	name := lb.GetLoadBalancerName(ctx, clusterName, service)
	made, err := lb.get(ctx, name)
	if err == nil {
		return &made.Status.LoadBalancer, lb.updatePorts(ctx, made, service)
	}
	if ignoreNotFound(err) != nil {
		return nil, err
	}
	made = lb.render(clusterName, service)
	if err := lb.client.Create(ctx, made); err != nil {
		klog.Errorf("The load balancer %s cannot be made: %v", name, err)
		return nil, err
	}
	return lb.waitForAddress(ctx, made)
}

// UpdateLoadBalancer is called when nodes come or go; nodes are chosen by labels, so it only looks
// after the ports.
func (lb *loadBalancer) UpdateLoadBalancer(
	ctx context.Context, clusterName string, service *corev1.Service, _ []*corev1.Node,
) error {
	made, err := lb.get(ctx, lb.GetLoadBalancerName(ctx, clusterName, service))
	if err != nil {
		return err
	}
	return lb.updatePorts(ctx, made, service)
}

// EnsureLoadBalancerDeleted deletes the Service if it is there, and does not wait for its end.
func (lb *loadBalancer) EnsureLoadBalancerDeleted(
	ctx context.Context, clusterName string, service *corev1.Service,
) error {
	made, err := lb.get(ctx, lb.GetLoadBalancerName(ctx, clusterName, service))
	if err != nil {
		return ignoreNotFound(err)
	}
	return lb.client.Delete(ctx, made)
}

func (lb *loadBalancer) get(ctx context.Context, name string) (*corev1.Service, error) {
	var made corev1.Service
	err := lb.client.Get(ctx, client.ObjectKey{Namespace: lb.namespace, Name: name}, &made)
	return &made, err
}

// updatePorts compares with ports that have no node port of the infra cluster, and those of a
// LoadBalancer always have one: so it writes every time it is called. The API server then keeps
// the node ports.
//
// After updateLoadBalancerServicePorts of pkg/provider/loadbalancer.go, v0.6.0.
func (lb *loadBalancer) updatePorts(ctx context.Context, made, service *corev1.Service) error {
	ports := portsOf(service)
	if equality.Semantic.DeepEqual(ports, made.Spec.Ports) {
		return nil
	}
	made.Spec.Ports = ports
	return lb.client.Update(ctx, made)
}

// waitForAddress looks at the Service again and again. While it does, the one worker of the service
// controller (--concurrent-service-syncs) does nothing else.
func (lb *loadBalancer) waitForAddress(
	ctx context.Context, made *corev1.Service,
) (*corev1.LoadBalancerStatus, error) {
	interval := pollTime(lb.config.CreationPollInterval, defaultPollInterval, "interval")
	timeout := pollTime(lb.config.CreationPollTimeout, defaultPollTimeout, "timeout")
	hasAddress := func(ctx context.Context) (bool, error) {
		found, err := lb.get(ctx, made.Name)
		if err != nil {
			return false, ignoreNotFound(err)
		}
		made = found
		return len(found.Status.LoadBalancer.Ingress) > 0, nil
	}
	// Its younger sister PollUntilContextTimeout gives up with other words, and these end up in an
	// event of the user cluster.
	if err := wait.PollWithContext(ctx, interval, timeout, hasAddress); err != nil {
		klog.Errorf("The load balancer %s has no address: %v", made.Name, err)
		return nil, err
	}
	return &made.Status.LoadBalancer, nil
}

func ignoreNotFound(err error) error { return client.IgnoreNotFound(err) }
