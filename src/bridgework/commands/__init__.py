"""The commands of `bridgework`, one file each, named as they are typed."""
