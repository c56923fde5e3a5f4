// One triangle over the whole viewport.
out vec2 v_fraction;
void main() {
    v_fraction = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(2.0 * v_fraction - 1.0, 0.0, 1.0);
}
