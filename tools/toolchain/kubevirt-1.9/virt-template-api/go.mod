// Stands in for the module of this name, whose v0.2.0 KubeVirt 1.9.0 requires and not every module
// proxy has: the types of VirtualMachineTemplate that KubeVirt compiles against.
module kubevirt.io/virt-template-api

go 1.26

require k8s.io/apimachinery v0.34.3
