// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/utils/ptr"
)

// Labels of the infra cluster by which load balancers, machines and user clusters belong together.
const (
	TenantServiceNameLabel      = "cluster.x-k8s.io/tenant-service-name"
	TenantServiceNamespaceLabel = "cluster.x-k8s.io/tenant-service-namespace"
	TenantClusterNameLabel      = "cluster.x-k8s.io/cluster-name"
	tenantNodeRoleLabel         = "cluster.x-k8s.io/role"
)

// render is the Service of the infra cluster for one of the user cluster. All annotations are
// copied, and externalIPs, loadBalancerIP, externalTrafficPolicy and healthCheckNodePort as they
// are: whoever makes a Service in the user cluster decides on them. Not copied: source ranges, the
// class, session affinity, IP families, internalTrafficPolicy, allocateLoadBalancerNodePorts.
//
// After EnsureLoadBalancer and createLoadBalancerService of pkg/provider/loadbalancer.go, v0.6.0.
func (lb *loadBalancer) render(clusterName string, service *corev1.Service) *corev1.Service {
	labels := map[string]string{
		TenantServiceNameLabel:      service.Name,
		TenantServiceNamespaceLabel: service.Namespace,
		TenantClusterNameLabel:      clusterName,
	}
	maps.Copy(labels, lb.infraLabels)
	made := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Name:        cloudprovider.DefaultLoadBalancerName(service),
			Namespace:   lb.namespace,
			Annotations: service.Annotations,
			Labels:      labels,
		},
		Spec: corev1.ServiceSpec{
			Type:                  corev1.ServiceTypeLoadBalancer,
			Ports:                 portsOf(service),
			ExternalTrafficPolicy: service.Spec.ExternalTrafficPolicy,
			ExternalIPs:           service.Spec.ExternalIPs,
			LoadBalancerIP:        service.Spec.LoadBalancerIP,
			HealthCheckNodePort:   service.Spec.HealthCheckNodePort,
		},
	}
	if lb.hasSelector(service) {
		made.Spec.Selector = map[string]string{
			tenantNodeRoleLabel:    "worker",
			TenantClusterNameLabel: clusterName,
		}
	}
	return made
}

// hasSelector is false where the controller of EndpointSlices, or somebody else, names the machines
// that a load balancer leads to.
func (lb *loadBalancer) hasSelector(service *corev1.Service) bool {
	isLocal := service.Spec.ExternalTrafficPolicy == corev1.ServiceExternalTrafficPolicyLocal
	if isLocal && ptr.Deref(lb.config.EnableEPSController, false) {
		return false
	}
	return !ptr.Deref(lb.config.Selectorless, false)
}

// portsOf lead to the node ports of the user's Service on its nodes.
//
// After createLoadBalancerServicePorts of pkg/provider/loadbalancer.go, v0.6.0.
func portsOf(service *corev1.Service) []corev1.ServicePort {
	ports := make([]corev1.ServicePort, 0, len(service.Spec.Ports))
	for _, port := range service.Spec.Ports {
		ports = append(ports, corev1.ServicePort{
			Name:       port.Name,
			Protocol:   port.Protocol,
			Port:       port.Port,
			TargetPort: intstr.FromInt32(port.NodePort),
		})
	}
	return ports
}
