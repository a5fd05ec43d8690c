// Stands in for the module of this name, whose v0.2.0 KubeVirt 1.9.0 requires and not every module
// proxy has: the client that KubeVirt lists and watches templates with.
module kubevirt.io/virt-template-client-go

go 1.26

require (
	k8s.io/apimachinery v0.34.3
	k8s.io/client-go v0.34.3
	kubevirt.io/virt-template-api v0.2.0
)
