// The shadow map: depth alone.
void main() {
}
