// ResNet-50's 161 gradients in f16, and plain gradient descent in f32.
// Written by generate_resnet50.py.

#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

func.func @step(
    %conv1.weight: tensor<64x3x7x7xf32> {grad.param = "conv1.weight"},
    %bn1.scale: tensor<64xf32> {grad.param = "bn1.scale"},
    %bn1.offset: tensor<64xf32> {grad.param = "bn1.offset"},
    %layer1.0.conv1.weight: tensor<64x64x1x1xf32> {grad.param = "layer1.0.conv1.weight"},
    %layer1.0.bn1.scale: tensor<64xf32> {grad.param = "layer1.0.bn1.scale"},
    %layer1.0.bn1.offset: tensor<64xf32> {grad.param = "layer1.0.bn1.offset"},
    %layer1.0.conv2.weight: tensor<64x64x3x3xf32> {grad.param = "layer1.0.conv2.weight"},
    %layer1.0.bn2.scale: tensor<64xf32> {grad.param = "layer1.0.bn2.scale"},
    %layer1.0.bn2.offset: tensor<64xf32> {grad.param = "layer1.0.bn2.offset"},
    %layer1.0.conv3.weight: tensor<256x64x1x1xf32> {grad.param = "layer1.0.conv3.weight"},
    %layer1.0.bn3.scale: tensor<256xf32> {grad.param = "layer1.0.bn3.scale"},
    %layer1.0.bn3.offset: tensor<256xf32> {grad.param = "layer1.0.bn3.offset"},
    %layer1.0.downsample.weight: tensor<256x64x1x1xf32> {grad.param = "layer1.0.downsample.weight"},
    %layer1.0.downsample.bn.scale: tensor<256xf32> {grad.param = "layer1.0.downsample.bn.scale"},
    %layer1.0.downsample.bn.offset: tensor<256xf32> {grad.param = "layer1.0.downsample.bn.offset"},
    %layer1.1.conv1.weight: tensor<64x256x1x1xf32> {grad.param = "layer1.1.conv1.weight"},
    %layer1.1.bn1.scale: tensor<64xf32> {grad.param = "layer1.1.bn1.scale"},
    %layer1.1.bn1.offset: tensor<64xf32> {grad.param = "layer1.1.bn1.offset"},
    %layer1.1.conv2.weight: tensor<64x64x3x3xf32> {grad.param = "layer1.1.conv2.weight"},
    %layer1.1.bn2.scale: tensor<64xf32> {grad.param = "layer1.1.bn2.scale"},
    %layer1.1.bn2.offset: tensor<64xf32> {grad.param = "layer1.1.bn2.offset"},
    %layer1.1.conv3.weight: tensor<256x64x1x1xf32> {grad.param = "layer1.1.conv3.weight"},
    %layer1.1.bn3.scale: tensor<256xf32> {grad.param = "layer1.1.bn3.scale"},
    %layer1.1.bn3.offset: tensor<256xf32> {grad.param = "layer1.1.bn3.offset"},
    %layer1.2.conv1.weight: tensor<64x256x1x1xf32> {grad.param = "layer1.2.conv1.weight"},
    %layer1.2.bn1.scale: tensor<64xf32> {grad.param = "layer1.2.bn1.scale"},
    %layer1.2.bn1.offset: tensor<64xf32> {grad.param = "layer1.2.bn1.offset"},
    %layer1.2.conv2.weight: tensor<64x64x3x3xf32> {grad.param = "layer1.2.conv2.weight"},
    %layer1.2.bn2.scale: tensor<64xf32> {grad.param = "layer1.2.bn2.scale"},
    %layer1.2.bn2.offset: tensor<64xf32> {grad.param = "layer1.2.bn2.offset"},
    %layer1.2.conv3.weight: tensor<256x64x1x1xf32> {grad.param = "layer1.2.conv3.weight"},
    %layer1.2.bn3.scale: tensor<256xf32> {grad.param = "layer1.2.bn3.scale"},
    %layer1.2.bn3.offset: tensor<256xf32> {grad.param = "layer1.2.bn3.offset"},
    %layer2.0.conv1.weight: tensor<128x256x1x1xf32> {grad.param = "layer2.0.conv1.weight"},
    %layer2.0.bn1.scale: tensor<128xf32> {grad.param = "layer2.0.bn1.scale"},
    %layer2.0.bn1.offset: tensor<128xf32> {grad.param = "layer2.0.bn1.offset"},
    %layer2.0.conv2.weight: tensor<128x128x3x3xf32> {grad.param = "layer2.0.conv2.weight"},
    %layer2.0.bn2.scale: tensor<128xf32> {grad.param = "layer2.0.bn2.scale"},
    %layer2.0.bn2.offset: tensor<128xf32> {grad.param = "layer2.0.bn2.offset"},
    %layer2.0.conv3.weight: tensor<512x128x1x1xf32> {grad.param = "layer2.0.conv3.weight"},
    %layer2.0.bn3.scale: tensor<512xf32> {grad.param = "layer2.0.bn3.scale"},
    %layer2.0.bn3.offset: tensor<512xf32> {grad.param = "layer2.0.bn3.offset"},
    %layer2.0.downsample.weight: tensor<512x256x1x1xf32> {grad.param = "layer2.0.downsample.weight"},
    %layer2.0.downsample.bn.scale: tensor<512xf32> {grad.param = "layer2.0.downsample.bn.scale"},
    %layer2.0.downsample.bn.offset: tensor<512xf32> {grad.param = "layer2.0.downsample.bn.offset"},
    %layer2.1.conv1.weight: tensor<128x512x1x1xf32> {grad.param = "layer2.1.conv1.weight"},
    %layer2.1.bn1.scale: tensor<128xf32> {grad.param = "layer2.1.bn1.scale"},
    %layer2.1.bn1.offset: tensor<128xf32> {grad.param = "layer2.1.bn1.offset"},
    %layer2.1.conv2.weight: tensor<128x128x3x3xf32> {grad.param = "layer2.1.conv2.weight"},
    %layer2.1.bn2.scale: tensor<128xf32> {grad.param = "layer2.1.bn2.scale"},
    %layer2.1.bn2.offset: tensor<128xf32> {grad.param = "layer2.1.bn2.offset"},
    %layer2.1.conv3.weight: tensor<512x128x1x1xf32> {grad.param = "layer2.1.conv3.weight"},
    %layer2.1.bn3.scale: tensor<512xf32> {grad.param = "layer2.1.bn3.scale"},
    %layer2.1.bn3.offset: tensor<512xf32> {grad.param = "layer2.1.bn3.offset"},
    %layer2.2.conv1.weight: tensor<128x512x1x1xf32> {grad.param = "layer2.2.conv1.weight"},
    %layer2.2.bn1.scale: tensor<128xf32> {grad.param = "layer2.2.bn1.scale"},
    %layer2.2.bn1.offset: tensor<128xf32> {grad.param = "layer2.2.bn1.offset"},
    %layer2.2.conv2.weight: tensor<128x128x3x3xf32> {grad.param = "layer2.2.conv2.weight"},
    %layer2.2.bn2.scale: tensor<128xf32> {grad.param = "layer2.2.bn2.scale"},
    %layer2.2.bn2.offset: tensor<128xf32> {grad.param = "layer2.2.bn2.offset"},
    %layer2.2.conv3.weight: tensor<512x128x1x1xf32> {grad.param = "layer2.2.conv3.weight"},
    %layer2.2.bn3.scale: tensor<512xf32> {grad.param = "layer2.2.bn3.scale"},
    %layer2.2.bn3.offset: tensor<512xf32> {grad.param = "layer2.2.bn3.offset"},
    %layer2.3.conv1.weight: tensor<128x512x1x1xf32> {grad.param = "layer2.3.conv1.weight"},
    %layer2.3.bn1.scale: tensor<128xf32> {grad.param = "layer2.3.bn1.scale"},
    %layer2.3.bn1.offset: tensor<128xf32> {grad.param = "layer2.3.bn1.offset"},
    %layer2.3.conv2.weight: tensor<128x128x3x3xf32> {grad.param = "layer2.3.conv2.weight"},
    %layer2.3.bn2.scale: tensor<128xf32> {grad.param = "layer2.3.bn2.scale"},
    %layer2.3.bn2.offset: tensor<128xf32> {grad.param = "layer2.3.bn2.offset"},
    %layer2.3.conv3.weight: tensor<512x128x1x1xf32> {grad.param = "layer2.3.conv3.weight"},
    %layer2.3.bn3.scale: tensor<512xf32> {grad.param = "layer2.3.bn3.scale"},
    %layer2.3.bn3.offset: tensor<512xf32> {grad.param = "layer2.3.bn3.offset"},
    %layer3.0.conv1.weight: tensor<256x512x1x1xf32> {grad.param = "layer3.0.conv1.weight"},
    %layer3.0.bn1.scale: tensor<256xf32> {grad.param = "layer3.0.bn1.scale"},
    %layer3.0.bn1.offset: tensor<256xf32> {grad.param = "layer3.0.bn1.offset"},
    %layer3.0.conv2.weight: tensor<256x256x3x3xf32> {grad.param = "layer3.0.conv2.weight"},
    %layer3.0.bn2.scale: tensor<256xf32> {grad.param = "layer3.0.bn2.scale"},
    %layer3.0.bn2.offset: tensor<256xf32> {grad.param = "layer3.0.bn2.offset"},
    %layer3.0.conv3.weight: tensor<1024x256x1x1xf32> {grad.param = "layer3.0.conv3.weight"},
    %layer3.0.bn3.scale: tensor<1024xf32> {grad.param = "layer3.0.bn3.scale"},
    %layer3.0.bn3.offset: tensor<1024xf32> {grad.param = "layer3.0.bn3.offset"},
    %layer3.0.downsample.weight: tensor<1024x512x1x1xf32> {grad.param = "layer3.0.downsample.weight"},
    %layer3.0.downsample.bn.scale: tensor<1024xf32> {grad.param = "layer3.0.downsample.bn.scale"},
    %layer3.0.downsample.bn.offset: tensor<1024xf32> {grad.param = "layer3.0.downsample.bn.offset"},
    %layer3.1.conv1.weight: tensor<256x1024x1x1xf32> {grad.param = "layer3.1.conv1.weight"},
    %layer3.1.bn1.scale: tensor<256xf32> {grad.param = "layer3.1.bn1.scale"},
    %layer3.1.bn1.offset: tensor<256xf32> {grad.param = "layer3.1.bn1.offset"},
    %layer3.1.conv2.weight: tensor<256x256x3x3xf32> {grad.param = "layer3.1.conv2.weight"},
    %layer3.1.bn2.scale: tensor<256xf32> {grad.param = "layer3.1.bn2.scale"},
    %layer3.1.bn2.offset: tensor<256xf32> {grad.param = "layer3.1.bn2.offset"},
    %layer3.1.conv3.weight: tensor<1024x256x1x1xf32> {grad.param = "layer3.1.conv3.weight"},
    %layer3.1.bn3.scale: tensor<1024xf32> {grad.param = "layer3.1.bn3.scale"},
    %layer3.1.bn3.offset: tensor<1024xf32> {grad.param = "layer3.1.bn3.offset"},
    %layer3.2.conv1.weight: tensor<256x1024x1x1xf32> {grad.param = "layer3.2.conv1.weight"},
    %layer3.2.bn1.scale: tensor<256xf32> {grad.param = "layer3.2.bn1.scale"},
    %layer3.2.bn1.offset: tensor<256xf32> {grad.param = "layer3.2.bn1.offset"},
    %layer3.2.conv2.weight: tensor<256x256x3x3xf32> {grad.param = "layer3.2.conv2.weight"},
    %layer3.2.bn2.scale: tensor<256xf32> {grad.param = "layer3.2.bn2.scale"},
    %layer3.2.bn2.offset: tensor<256xf32> {grad.param = "layer3.2.bn2.offset"},
    %layer3.2.conv3.weight: tensor<1024x256x1x1xf32> {grad.param = "layer3.2.conv3.weight"},
    %layer3.2.bn3.scale: tensor<1024xf32> {grad.param = "layer3.2.bn3.scale"},
    %layer3.2.bn3.offset: tensor<1024xf32> {grad.param = "layer3.2.bn3.offset"},
    %layer3.3.conv1.weight: tensor<256x1024x1x1xf32> {grad.param = "layer3.3.conv1.weight"},
    %layer3.3.bn1.scale: tensor<256xf32> {grad.param = "layer3.3.bn1.scale"},
    %layer3.3.bn1.offset: tensor<256xf32> {grad.param = "layer3.3.bn1.offset"},
    %layer3.3.conv2.weight: tensor<256x256x3x3xf32> {grad.param = "layer3.3.conv2.weight"},
    %layer3.3.bn2.scale: tensor<256xf32> {grad.param = "layer3.3.bn2.scale"},
    %layer3.3.bn2.offset: tensor<256xf32> {grad.param = "layer3.3.bn2.offset"},
    %layer3.3.conv3.weight: tensor<1024x256x1x1xf32> {grad.param = "layer3.3.conv3.weight"},
    %layer3.3.bn3.scale: tensor<1024xf32> {grad.param = "layer3.3.bn3.scale"},
    %layer3.3.bn3.offset: tensor<1024xf32> {grad.param = "layer3.3.bn3.offset"},
    %layer3.4.conv1.weight: tensor<256x1024x1x1xf32> {grad.param = "layer3.4.conv1.weight"},
    %layer3.4.bn1.scale: tensor<256xf32> {grad.param = "layer3.4.bn1.scale"},
    %layer3.4.bn1.offset: tensor<256xf32> {grad.param = "layer3.4.bn1.offset"},
    %layer3.4.conv2.weight: tensor<256x256x3x3xf32> {grad.param = "layer3.4.conv2.weight"},
    %layer3.4.bn2.scale: tensor<256xf32> {grad.param = "layer3.4.bn2.scale"},
    %layer3.4.bn2.offset: tensor<256xf32> {grad.param = "layer3.4.bn2.offset"},
    %layer3.4.conv3.weight: tensor<1024x256x1x1xf32> {grad.param = "layer3.4.conv3.weight"},
    %layer3.4.bn3.scale: tensor<1024xf32> {grad.param = "layer3.4.bn3.scale"},
    %layer3.4.bn3.offset: tensor<1024xf32> {grad.param = "layer3.4.bn3.offset"},
    %layer3.5.conv1.weight: tensor<256x1024x1x1xf32> {grad.param = "layer3.5.conv1.weight"},
    %layer3.5.bn1.scale: tensor<256xf32> {grad.param = "layer3.5.bn1.scale"},
    %layer3.5.bn1.offset: tensor<256xf32> {grad.param = "layer3.5.bn1.offset"},
    %layer3.5.conv2.weight: tensor<256x256x3x3xf32> {grad.param = "layer3.5.conv2.weight"},
    %layer3.5.bn2.scale: tensor<256xf32> {grad.param = "layer3.5.bn2.scale"},
    %layer3.5.bn2.offset: tensor<256xf32> {grad.param = "layer3.5.bn2.offset"},
    %layer3.5.conv3.weight: tensor<1024x256x1x1xf32> {grad.param = "layer3.5.conv3.weight"},
    %layer3.5.bn3.scale: tensor<1024xf32> {grad.param = "layer3.5.bn3.scale"},
    %layer3.5.bn3.offset: tensor<1024xf32> {grad.param = "layer3.5.bn3.offset"},
    %layer4.0.conv1.weight: tensor<512x1024x1x1xf32> {grad.param = "layer4.0.conv1.weight"},
    %layer4.0.bn1.scale: tensor<512xf32> {grad.param = "layer4.0.bn1.scale"},
    %layer4.0.bn1.offset: tensor<512xf32> {grad.param = "layer4.0.bn1.offset"},
    %layer4.0.conv2.weight: tensor<512x512x3x3xf32> {grad.param = "layer4.0.conv2.weight"},
    %layer4.0.bn2.scale: tensor<512xf32> {grad.param = "layer4.0.bn2.scale"},
    %layer4.0.bn2.offset: tensor<512xf32> {grad.param = "layer4.0.bn2.offset"},
    %layer4.0.conv3.weight: tensor<2048x512x1x1xf32> {grad.param = "layer4.0.conv3.weight"},
    %layer4.0.bn3.scale: tensor<2048xf32> {grad.param = "layer4.0.bn3.scale"},
    %layer4.0.bn3.offset: tensor<2048xf32> {grad.param = "layer4.0.bn3.offset"},
    %layer4.0.downsample.weight: tensor<2048x1024x1x1xf32> {grad.param = "layer4.0.downsample.weight"},
    %layer4.0.downsample.bn.scale: tensor<2048xf32> {grad.param = "layer4.0.downsample.bn.scale"},
    %layer4.0.downsample.bn.offset: tensor<2048xf32> {grad.param = "layer4.0.downsample.bn.offset"},
    %layer4.1.conv1.weight: tensor<512x2048x1x1xf32> {grad.param = "layer4.1.conv1.weight"},
    %layer4.1.bn1.scale: tensor<512xf32> {grad.param = "layer4.1.bn1.scale"},
    %layer4.1.bn1.offset: tensor<512xf32> {grad.param = "layer4.1.bn1.offset"},
    %layer4.1.conv2.weight: tensor<512x512x3x3xf32> {grad.param = "layer4.1.conv2.weight"},
    %layer4.1.bn2.scale: tensor<512xf32> {grad.param = "layer4.1.bn2.scale"},
    %layer4.1.bn2.offset: tensor<512xf32> {grad.param = "layer4.1.bn2.offset"},
    %layer4.1.conv3.weight: tensor<2048x512x1x1xf32> {grad.param = "layer4.1.conv3.weight"},
    %layer4.1.bn3.scale: tensor<2048xf32> {grad.param = "layer4.1.bn3.scale"},
    %layer4.1.bn3.offset: tensor<2048xf32> {grad.param = "layer4.1.bn3.offset"},
    %layer4.2.conv1.weight: tensor<512x2048x1x1xf32> {grad.param = "layer4.2.conv1.weight"},
    %layer4.2.bn1.scale: tensor<512xf32> {grad.param = "layer4.2.bn1.scale"},
    %layer4.2.bn1.offset: tensor<512xf32> {grad.param = "layer4.2.bn1.offset"},
    %layer4.2.conv2.weight: tensor<512x512x3x3xf32> {grad.param = "layer4.2.conv2.weight"},
    %layer4.2.bn2.scale: tensor<512xf32> {grad.param = "layer4.2.bn2.scale"},
    %layer4.2.bn2.offset: tensor<512xf32> {grad.param = "layer4.2.bn2.offset"},
    %layer4.2.conv3.weight: tensor<2048x512x1x1xf32> {grad.param = "layer4.2.conv3.weight"},
    %layer4.2.bn3.scale: tensor<2048xf32> {grad.param = "layer4.2.bn3.scale"},
    %layer4.2.bn3.offset: tensor<2048xf32> {grad.param = "layer4.2.bn3.offset"},
    %fc.weight: tensor<1000x2048xf32> {grad.param = "fc.weight"},
    %fc.bias: tensor<1000xf32> {grad.param = "fc.bias"},
    %conv1.weight.x: tensor<64x2xf16> {grad.batch},
    %conv1.weight.dy: tensor<2x147xf16> {grad.batch},
    %bn1.scale.x: tensor<64xf16> {grad.batch},
    %bn1.scale.dy: tensor<64xf16> {grad.batch},
    %bn1.offset.x: tensor<64xf16> {grad.batch},
    %bn1.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.0.conv1.weight.x: tensor<64x2xf16> {grad.batch},
    %layer1.0.conv1.weight.dy: tensor<2x64xf16> {grad.batch},
    %layer1.0.bn1.scale.x: tensor<64xf16> {grad.batch},
    %layer1.0.bn1.scale.dy: tensor<64xf16> {grad.batch},
    %layer1.0.bn1.offset.x: tensor<64xf16> {grad.batch},
    %layer1.0.bn1.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.0.conv2.weight.x: tensor<64x2xf16> {grad.batch},
    %layer1.0.conv2.weight.dy: tensor<2x576xf16> {grad.batch},
    %layer1.0.bn2.scale.x: tensor<64xf16> {grad.batch},
    %layer1.0.bn2.scale.dy: tensor<64xf16> {grad.batch},
    %layer1.0.bn2.offset.x: tensor<64xf16> {grad.batch},
    %layer1.0.bn2.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.0.conv3.weight.x: tensor<256x2xf16> {grad.batch},
    %layer1.0.conv3.weight.dy: tensor<2x64xf16> {grad.batch},
    %layer1.0.bn3.scale.x: tensor<256xf16> {grad.batch},
    %layer1.0.bn3.scale.dy: tensor<256xf16> {grad.batch},
    %layer1.0.bn3.offset.x: tensor<256xf16> {grad.batch},
    %layer1.0.bn3.offset.dy: tensor<256xf16> {grad.batch},
    %layer1.0.downsample.weight.x: tensor<256x2xf16> {grad.batch},
    %layer1.0.downsample.weight.dy: tensor<2x64xf16> {grad.batch},
    %layer1.0.downsample.bn.scale.x: tensor<256xf16> {grad.batch},
    %layer1.0.downsample.bn.scale.dy: tensor<256xf16> {grad.batch},
    %layer1.0.downsample.bn.offset.x: tensor<256xf16> {grad.batch},
    %layer1.0.downsample.bn.offset.dy: tensor<256xf16> {grad.batch},
    %layer1.1.conv1.weight.x: tensor<64x2xf16> {grad.batch},
    %layer1.1.conv1.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer1.1.bn1.scale.x: tensor<64xf16> {grad.batch},
    %layer1.1.bn1.scale.dy: tensor<64xf16> {grad.batch},
    %layer1.1.bn1.offset.x: tensor<64xf16> {grad.batch},
    %layer1.1.bn1.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.1.conv2.weight.x: tensor<64x2xf16> {grad.batch},
    %layer1.1.conv2.weight.dy: tensor<2x576xf16> {grad.batch},
    %layer1.1.bn2.scale.x: tensor<64xf16> {grad.batch},
    %layer1.1.bn2.scale.dy: tensor<64xf16> {grad.batch},
    %layer1.1.bn2.offset.x: tensor<64xf16> {grad.batch},
    %layer1.1.bn2.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.1.conv3.weight.x: tensor<256x2xf16> {grad.batch},
    %layer1.1.conv3.weight.dy: tensor<2x64xf16> {grad.batch},
    %layer1.1.bn3.scale.x: tensor<256xf16> {grad.batch},
    %layer1.1.bn3.scale.dy: tensor<256xf16> {grad.batch},
    %layer1.1.bn3.offset.x: tensor<256xf16> {grad.batch},
    %layer1.1.bn3.offset.dy: tensor<256xf16> {grad.batch},
    %layer1.2.conv1.weight.x: tensor<64x2xf16> {grad.batch},
    %layer1.2.conv1.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer1.2.bn1.scale.x: tensor<64xf16> {grad.batch},
    %layer1.2.bn1.scale.dy: tensor<64xf16> {grad.batch},
    %layer1.2.bn1.offset.x: tensor<64xf16> {grad.batch},
    %layer1.2.bn1.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.2.conv2.weight.x: tensor<64x2xf16> {grad.batch},
    %layer1.2.conv2.weight.dy: tensor<2x576xf16> {grad.batch},
    %layer1.2.bn2.scale.x: tensor<64xf16> {grad.batch},
    %layer1.2.bn2.scale.dy: tensor<64xf16> {grad.batch},
    %layer1.2.bn2.offset.x: tensor<64xf16> {grad.batch},
    %layer1.2.bn2.offset.dy: tensor<64xf16> {grad.batch},
    %layer1.2.conv3.weight.x: tensor<256x2xf16> {grad.batch},
    %layer1.2.conv3.weight.dy: tensor<2x64xf16> {grad.batch},
    %layer1.2.bn3.scale.x: tensor<256xf16> {grad.batch},
    %layer1.2.bn3.scale.dy: tensor<256xf16> {grad.batch},
    %layer1.2.bn3.offset.x: tensor<256xf16> {grad.batch},
    %layer1.2.bn3.offset.dy: tensor<256xf16> {grad.batch},
    %layer2.0.conv1.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.0.conv1.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer2.0.bn1.scale.x: tensor<128xf16> {grad.batch},
    %layer2.0.bn1.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.0.bn1.offset.x: tensor<128xf16> {grad.batch},
    %layer2.0.bn1.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.0.conv2.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.0.conv2.weight.dy: tensor<2x1152xf16> {grad.batch},
    %layer2.0.bn2.scale.x: tensor<128xf16> {grad.batch},
    %layer2.0.bn2.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.0.bn2.offset.x: tensor<128xf16> {grad.batch},
    %layer2.0.bn2.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.0.conv3.weight.x: tensor<512x2xf16> {grad.batch},
    %layer2.0.conv3.weight.dy: tensor<2x128xf16> {grad.batch},
    %layer2.0.bn3.scale.x: tensor<512xf16> {grad.batch},
    %layer2.0.bn3.scale.dy: tensor<512xf16> {grad.batch},
    %layer2.0.bn3.offset.x: tensor<512xf16> {grad.batch},
    %layer2.0.bn3.offset.dy: tensor<512xf16> {grad.batch},
    %layer2.0.downsample.weight.x: tensor<512x2xf16> {grad.batch},
    %layer2.0.downsample.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer2.0.downsample.bn.scale.x: tensor<512xf16> {grad.batch},
    %layer2.0.downsample.bn.scale.dy: tensor<512xf16> {grad.batch},
    %layer2.0.downsample.bn.offset.x: tensor<512xf16> {grad.batch},
    %layer2.0.downsample.bn.offset.dy: tensor<512xf16> {grad.batch},
    %layer2.1.conv1.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.1.conv1.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer2.1.bn1.scale.x: tensor<128xf16> {grad.batch},
    %layer2.1.bn1.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.1.bn1.offset.x: tensor<128xf16> {grad.batch},
    %layer2.1.bn1.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.1.conv2.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.1.conv2.weight.dy: tensor<2x1152xf16> {grad.batch},
    %layer2.1.bn2.scale.x: tensor<128xf16> {grad.batch},
    %layer2.1.bn2.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.1.bn2.offset.x: tensor<128xf16> {grad.batch},
    %layer2.1.bn2.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.1.conv3.weight.x: tensor<512x2xf16> {grad.batch},
    %layer2.1.conv3.weight.dy: tensor<2x128xf16> {grad.batch},
    %layer2.1.bn3.scale.x: tensor<512xf16> {grad.batch},
    %layer2.1.bn3.scale.dy: tensor<512xf16> {grad.batch},
    %layer2.1.bn3.offset.x: tensor<512xf16> {grad.batch},
    %layer2.1.bn3.offset.dy: tensor<512xf16> {grad.batch},
    %layer2.2.conv1.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.2.conv1.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer2.2.bn1.scale.x: tensor<128xf16> {grad.batch},
    %layer2.2.bn1.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.2.bn1.offset.x: tensor<128xf16> {grad.batch},
    %layer2.2.bn1.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.2.conv2.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.2.conv2.weight.dy: tensor<2x1152xf16> {grad.batch},
    %layer2.2.bn2.scale.x: tensor<128xf16> {grad.batch},
    %layer2.2.bn2.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.2.bn2.offset.x: tensor<128xf16> {grad.batch},
    %layer2.2.bn2.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.2.conv3.weight.x: tensor<512x2xf16> {grad.batch},
    %layer2.2.conv3.weight.dy: tensor<2x128xf16> {grad.batch},
    %layer2.2.bn3.scale.x: tensor<512xf16> {grad.batch},
    %layer2.2.bn3.scale.dy: tensor<512xf16> {grad.batch},
    %layer2.2.bn3.offset.x: tensor<512xf16> {grad.batch},
    %layer2.2.bn3.offset.dy: tensor<512xf16> {grad.batch},
    %layer2.3.conv1.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.3.conv1.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer2.3.bn1.scale.x: tensor<128xf16> {grad.batch},
    %layer2.3.bn1.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.3.bn1.offset.x: tensor<128xf16> {grad.batch},
    %layer2.3.bn1.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.3.conv2.weight.x: tensor<128x2xf16> {grad.batch},
    %layer2.3.conv2.weight.dy: tensor<2x1152xf16> {grad.batch},
    %layer2.3.bn2.scale.x: tensor<128xf16> {grad.batch},
    %layer2.3.bn2.scale.dy: tensor<128xf16> {grad.batch},
    %layer2.3.bn2.offset.x: tensor<128xf16> {grad.batch},
    %layer2.3.bn2.offset.dy: tensor<128xf16> {grad.batch},
    %layer2.3.conv3.weight.x: tensor<512x2xf16> {grad.batch},
    %layer2.3.conv3.weight.dy: tensor<2x128xf16> {grad.batch},
    %layer2.3.bn3.scale.x: tensor<512xf16> {grad.batch},
    %layer2.3.bn3.scale.dy: tensor<512xf16> {grad.batch},
    %layer2.3.bn3.offset.x: tensor<512xf16> {grad.batch},
    %layer2.3.bn3.offset.dy: tensor<512xf16> {grad.batch},
    %layer3.0.conv1.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.0.conv1.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer3.0.bn1.scale.x: tensor<256xf16> {grad.batch},
    %layer3.0.bn1.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.0.bn1.offset.x: tensor<256xf16> {grad.batch},
    %layer3.0.bn1.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.0.conv2.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.0.conv2.weight.dy: tensor<2x2304xf16> {grad.batch},
    %layer3.0.bn2.scale.x: tensor<256xf16> {grad.batch},
    %layer3.0.bn2.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.0.bn2.offset.x: tensor<256xf16> {grad.batch},
    %layer3.0.bn2.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.0.conv3.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.0.conv3.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer3.0.bn3.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.0.bn3.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.0.bn3.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.0.bn3.offset.dy: tensor<1024xf16> {grad.batch},
    %layer3.0.downsample.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.0.downsample.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer3.0.downsample.bn.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.0.downsample.bn.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.0.downsample.bn.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.0.downsample.bn.offset.dy: tensor<1024xf16> {grad.batch},
    %layer3.1.conv1.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.1.conv1.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer3.1.bn1.scale.x: tensor<256xf16> {grad.batch},
    %layer3.1.bn1.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.1.bn1.offset.x: tensor<256xf16> {grad.batch},
    %layer3.1.bn1.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.1.conv2.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.1.conv2.weight.dy: tensor<2x2304xf16> {grad.batch},
    %layer3.1.bn2.scale.x: tensor<256xf16> {grad.batch},
    %layer3.1.bn2.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.1.bn2.offset.x: tensor<256xf16> {grad.batch},
    %layer3.1.bn2.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.1.conv3.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.1.conv3.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer3.1.bn3.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.1.bn3.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.1.bn3.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.1.bn3.offset.dy: tensor<1024xf16> {grad.batch},
    %layer3.2.conv1.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.2.conv1.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer3.2.bn1.scale.x: tensor<256xf16> {grad.batch},
    %layer3.2.bn1.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.2.bn1.offset.x: tensor<256xf16> {grad.batch},
    %layer3.2.bn1.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.2.conv2.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.2.conv2.weight.dy: tensor<2x2304xf16> {grad.batch},
    %layer3.2.bn2.scale.x: tensor<256xf16> {grad.batch},
    %layer3.2.bn2.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.2.bn2.offset.x: tensor<256xf16> {grad.batch},
    %layer3.2.bn2.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.2.conv3.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.2.conv3.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer3.2.bn3.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.2.bn3.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.2.bn3.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.2.bn3.offset.dy: tensor<1024xf16> {grad.batch},
    %layer3.3.conv1.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.3.conv1.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer3.3.bn1.scale.x: tensor<256xf16> {grad.batch},
    %layer3.3.bn1.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.3.bn1.offset.x: tensor<256xf16> {grad.batch},
    %layer3.3.bn1.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.3.conv2.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.3.conv2.weight.dy: tensor<2x2304xf16> {grad.batch},
    %layer3.3.bn2.scale.x: tensor<256xf16> {grad.batch},
    %layer3.3.bn2.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.3.bn2.offset.x: tensor<256xf16> {grad.batch},
    %layer3.3.bn2.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.3.conv3.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.3.conv3.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer3.3.bn3.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.3.bn3.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.3.bn3.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.3.bn3.offset.dy: tensor<1024xf16> {grad.batch},
    %layer3.4.conv1.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.4.conv1.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer3.4.bn1.scale.x: tensor<256xf16> {grad.batch},
    %layer3.4.bn1.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.4.bn1.offset.x: tensor<256xf16> {grad.batch},
    %layer3.4.bn1.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.4.conv2.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.4.conv2.weight.dy: tensor<2x2304xf16> {grad.batch},
    %layer3.4.bn2.scale.x: tensor<256xf16> {grad.batch},
    %layer3.4.bn2.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.4.bn2.offset.x: tensor<256xf16> {grad.batch},
    %layer3.4.bn2.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.4.conv3.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.4.conv3.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer3.4.bn3.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.4.bn3.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.4.bn3.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.4.bn3.offset.dy: tensor<1024xf16> {grad.batch},
    %layer3.5.conv1.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.5.conv1.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer3.5.bn1.scale.x: tensor<256xf16> {grad.batch},
    %layer3.5.bn1.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.5.bn1.offset.x: tensor<256xf16> {grad.batch},
    %layer3.5.bn1.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.5.conv2.weight.x: tensor<256x2xf16> {grad.batch},
    %layer3.5.conv2.weight.dy: tensor<2x2304xf16> {grad.batch},
    %layer3.5.bn2.scale.x: tensor<256xf16> {grad.batch},
    %layer3.5.bn2.scale.dy: tensor<256xf16> {grad.batch},
    %layer3.5.bn2.offset.x: tensor<256xf16> {grad.batch},
    %layer3.5.bn2.offset.dy: tensor<256xf16> {grad.batch},
    %layer3.5.conv3.weight.x: tensor<1024x2xf16> {grad.batch},
    %layer3.5.conv3.weight.dy: tensor<2x256xf16> {grad.batch},
    %layer3.5.bn3.scale.x: tensor<1024xf16> {grad.batch},
    %layer3.5.bn3.scale.dy: tensor<1024xf16> {grad.batch},
    %layer3.5.bn3.offset.x: tensor<1024xf16> {grad.batch},
    %layer3.5.bn3.offset.dy: tensor<1024xf16> {grad.batch},
    %layer4.0.conv1.weight.x: tensor<512x2xf16> {grad.batch},
    %layer4.0.conv1.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer4.0.bn1.scale.x: tensor<512xf16> {grad.batch},
    %layer4.0.bn1.scale.dy: tensor<512xf16> {grad.batch},
    %layer4.0.bn1.offset.x: tensor<512xf16> {grad.batch},
    %layer4.0.bn1.offset.dy: tensor<512xf16> {grad.batch},
    %layer4.0.conv2.weight.x: tensor<512x2xf16> {grad.batch},
    %layer4.0.conv2.weight.dy: tensor<2x4608xf16> {grad.batch},
    %layer4.0.bn2.scale.x: tensor<512xf16> {grad.batch},
    %layer4.0.bn2.scale.dy: tensor<512xf16> {grad.batch},
    %layer4.0.bn2.offset.x: tensor<512xf16> {grad.batch},
    %layer4.0.bn2.offset.dy: tensor<512xf16> {grad.batch},
    %layer4.0.conv3.weight.x: tensor<2048x2xf16> {grad.batch},
    %layer4.0.conv3.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer4.0.bn3.scale.x: tensor<2048xf16> {grad.batch},
    %layer4.0.bn3.scale.dy: tensor<2048xf16> {grad.batch},
    %layer4.0.bn3.offset.x: tensor<2048xf16> {grad.batch},
    %layer4.0.bn3.offset.dy: tensor<2048xf16> {grad.batch},
    %layer4.0.downsample.weight.x: tensor<2048x2xf16> {grad.batch},
    %layer4.0.downsample.weight.dy: tensor<2x1024xf16> {grad.batch},
    %layer4.0.downsample.bn.scale.x: tensor<2048xf16> {grad.batch},
    %layer4.0.downsample.bn.scale.dy: tensor<2048xf16> {grad.batch},
    %layer4.0.downsample.bn.offset.x: tensor<2048xf16> {grad.batch},
    %layer4.0.downsample.bn.offset.dy: tensor<2048xf16> {grad.batch},
    %layer4.1.conv1.weight.x: tensor<512x2xf16> {grad.batch},
    %layer4.1.conv1.weight.dy: tensor<2x2048xf16> {grad.batch},
    %layer4.1.bn1.scale.x: tensor<512xf16> {grad.batch},
    %layer4.1.bn1.scale.dy: tensor<512xf16> {grad.batch},
    %layer4.1.bn1.offset.x: tensor<512xf16> {grad.batch},
    %layer4.1.bn1.offset.dy: tensor<512xf16> {grad.batch},
    %layer4.1.conv2.weight.x: tensor<512x2xf16> {grad.batch},
    %layer4.1.conv2.weight.dy: tensor<2x4608xf16> {grad.batch},
    %layer4.1.bn2.scale.x: tensor<512xf16> {grad.batch},
    %layer4.1.bn2.scale.dy: tensor<512xf16> {grad.batch},
    %layer4.1.bn2.offset.x: tensor<512xf16> {grad.batch},
    %layer4.1.bn2.offset.dy: tensor<512xf16> {grad.batch},
    %layer4.1.conv3.weight.x: tensor<2048x2xf16> {grad.batch},
    %layer4.1.conv3.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer4.1.bn3.scale.x: tensor<2048xf16> {grad.batch},
    %layer4.1.bn3.scale.dy: tensor<2048xf16> {grad.batch},
    %layer4.1.bn3.offset.x: tensor<2048xf16> {grad.batch},
    %layer4.1.bn3.offset.dy: tensor<2048xf16> {grad.batch},
    %layer4.2.conv1.weight.x: tensor<512x2xf16> {grad.batch},
    %layer4.2.conv1.weight.dy: tensor<2x2048xf16> {grad.batch},
    %layer4.2.bn1.scale.x: tensor<512xf16> {grad.batch},
    %layer4.2.bn1.scale.dy: tensor<512xf16> {grad.batch},
    %layer4.2.bn1.offset.x: tensor<512xf16> {grad.batch},
    %layer4.2.bn1.offset.dy: tensor<512xf16> {grad.batch},
    %layer4.2.conv2.weight.x: tensor<512x2xf16> {grad.batch},
    %layer4.2.conv2.weight.dy: tensor<2x4608xf16> {grad.batch},
    %layer4.2.bn2.scale.x: tensor<512xf16> {grad.batch},
    %layer4.2.bn2.scale.dy: tensor<512xf16> {grad.batch},
    %layer4.2.bn2.offset.x: tensor<512xf16> {grad.batch},
    %layer4.2.bn2.offset.dy: tensor<512xf16> {grad.batch},
    %layer4.2.conv3.weight.x: tensor<2048x2xf16> {grad.batch},
    %layer4.2.conv3.weight.dy: tensor<2x512xf16> {grad.batch},
    %layer4.2.bn3.scale.x: tensor<2048xf16> {grad.batch},
    %layer4.2.bn3.scale.dy: tensor<2048xf16> {grad.batch},
    %layer4.2.bn3.offset.x: tensor<2048xf16> {grad.batch},
    %layer4.2.bn3.offset.dy: tensor<2048xf16> {grad.batch},
    %fc.weight.x: tensor<1000x2xf16> {grad.batch},
    %fc.weight.dy: tensor<2x2048xf16> {grad.batch},
    %fc.bias.x: tensor<1000xf16> {grad.batch},
    %fc.bias.dy: tensor<1000xf16> {grad.batch},
    %lr: f32 {grad.replicated})
    -> (tensor<64x3x7x7xf32> {grad.updates = "conv1.weight"},
        tensor<64xf32> {grad.updates = "bn1.scale"},
        tensor<64xf32> {grad.updates = "bn1.offset"},
        tensor<64x64x1x1xf32> {grad.updates = "layer1.0.conv1.weight"},
        tensor<64xf32> {grad.updates = "layer1.0.bn1.scale"},
        tensor<64xf32> {grad.updates = "layer1.0.bn1.offset"},
        tensor<64x64x3x3xf32> {grad.updates = "layer1.0.conv2.weight"},
        tensor<64xf32> {grad.updates = "layer1.0.bn2.scale"},
        tensor<64xf32> {grad.updates = "layer1.0.bn2.offset"},
        tensor<256x64x1x1xf32> {grad.updates = "layer1.0.conv3.weight"},
        tensor<256xf32> {grad.updates = "layer1.0.bn3.scale"},
        tensor<256xf32> {grad.updates = "layer1.0.bn3.offset"},
        tensor<256x64x1x1xf32> {grad.updates = "layer1.0.downsample.weight"},
        tensor<256xf32> {grad.updates = "layer1.0.downsample.bn.scale"},
        tensor<256xf32> {grad.updates = "layer1.0.downsample.bn.offset"},
        tensor<64x256x1x1xf32> {grad.updates = "layer1.1.conv1.weight"},
        tensor<64xf32> {grad.updates = "layer1.1.bn1.scale"},
        tensor<64xf32> {grad.updates = "layer1.1.bn1.offset"},
        tensor<64x64x3x3xf32> {grad.updates = "layer1.1.conv2.weight"},
        tensor<64xf32> {grad.updates = "layer1.1.bn2.scale"},
        tensor<64xf32> {grad.updates = "layer1.1.bn2.offset"},
        tensor<256x64x1x1xf32> {grad.updates = "layer1.1.conv3.weight"},
        tensor<256xf32> {grad.updates = "layer1.1.bn3.scale"},
        tensor<256xf32> {grad.updates = "layer1.1.bn3.offset"},
        tensor<64x256x1x1xf32> {grad.updates = "layer1.2.conv1.weight"},
        tensor<64xf32> {grad.updates = "layer1.2.bn1.scale"},
        tensor<64xf32> {grad.updates = "layer1.2.bn1.offset"},
        tensor<64x64x3x3xf32> {grad.updates = "layer1.2.conv2.weight"},
        tensor<64xf32> {grad.updates = "layer1.2.bn2.scale"},
        tensor<64xf32> {grad.updates = "layer1.2.bn2.offset"},
        tensor<256x64x1x1xf32> {grad.updates = "layer1.2.conv3.weight"},
        tensor<256xf32> {grad.updates = "layer1.2.bn3.scale"},
        tensor<256xf32> {grad.updates = "layer1.2.bn3.offset"},
        tensor<128x256x1x1xf32> {grad.updates = "layer2.0.conv1.weight"},
        tensor<128xf32> {grad.updates = "layer2.0.bn1.scale"},
        tensor<128xf32> {grad.updates = "layer2.0.bn1.offset"},
        tensor<128x128x3x3xf32> {grad.updates = "layer2.0.conv2.weight"},
        tensor<128xf32> {grad.updates = "layer2.0.bn2.scale"},
        tensor<128xf32> {grad.updates = "layer2.0.bn2.offset"},
        tensor<512x128x1x1xf32> {grad.updates = "layer2.0.conv3.weight"},
        tensor<512xf32> {grad.updates = "layer2.0.bn3.scale"},
        tensor<512xf32> {grad.updates = "layer2.0.bn3.offset"},
        tensor<512x256x1x1xf32> {grad.updates = "layer2.0.downsample.weight"},
        tensor<512xf32> {grad.updates = "layer2.0.downsample.bn.scale"},
        tensor<512xf32> {grad.updates = "layer2.0.downsample.bn.offset"},
        tensor<128x512x1x1xf32> {grad.updates = "layer2.1.conv1.weight"},
        tensor<128xf32> {grad.updates = "layer2.1.bn1.scale"},
        tensor<128xf32> {grad.updates = "layer2.1.bn1.offset"},
        tensor<128x128x3x3xf32> {grad.updates = "layer2.1.conv2.weight"},
        tensor<128xf32> {grad.updates = "layer2.1.bn2.scale"},
        tensor<128xf32> {grad.updates = "layer2.1.bn2.offset"},
        tensor<512x128x1x1xf32> {grad.updates = "layer2.1.conv3.weight"},
        tensor<512xf32> {grad.updates = "layer2.1.bn3.scale"},
        tensor<512xf32> {grad.updates = "layer2.1.bn3.offset"},
        tensor<128x512x1x1xf32> {grad.updates = "layer2.2.conv1.weight"},
        tensor<128xf32> {grad.updates = "layer2.2.bn1.scale"},
        tensor<128xf32> {grad.updates = "layer2.2.bn1.offset"},
        tensor<128x128x3x3xf32> {grad.updates = "layer2.2.conv2.weight"},
        tensor<128xf32> {grad.updates = "layer2.2.bn2.scale"},
        tensor<128xf32> {grad.updates = "layer2.2.bn2.offset"},
        tensor<512x128x1x1xf32> {grad.updates = "layer2.2.conv3.weight"},
        tensor<512xf32> {grad.updates = "layer2.2.bn3.scale"},
        tensor<512xf32> {grad.updates = "layer2.2.bn3.offset"},
        tensor<128x512x1x1xf32> {grad.updates = "layer2.3.conv1.weight"},
        tensor<128xf32> {grad.updates = "layer2.3.bn1.scale"},
        tensor<128xf32> {grad.updates = "layer2.3.bn1.offset"},
        tensor<128x128x3x3xf32> {grad.updates = "layer2.3.conv2.weight"},
        tensor<128xf32> {grad.updates = "layer2.3.bn2.scale"},
        tensor<128xf32> {grad.updates = "layer2.3.bn2.offset"},
        tensor<512x128x1x1xf32> {grad.updates = "layer2.3.conv3.weight"},
        tensor<512xf32> {grad.updates = "layer2.3.bn3.scale"},
        tensor<512xf32> {grad.updates = "layer2.3.bn3.offset"},
        tensor<256x512x1x1xf32> {grad.updates = "layer3.0.conv1.weight"},
        tensor<256xf32> {grad.updates = "layer3.0.bn1.scale"},
        tensor<256xf32> {grad.updates = "layer3.0.bn1.offset"},
        tensor<256x256x3x3xf32> {grad.updates = "layer3.0.conv2.weight"},
        tensor<256xf32> {grad.updates = "layer3.0.bn2.scale"},
        tensor<256xf32> {grad.updates = "layer3.0.bn2.offset"},
        tensor<1024x256x1x1xf32> {grad.updates = "layer3.0.conv3.weight"},
        tensor<1024xf32> {grad.updates = "layer3.0.bn3.scale"},
        tensor<1024xf32> {grad.updates = "layer3.0.bn3.offset"},
        tensor<1024x512x1x1xf32> {grad.updates = "layer3.0.downsample.weight"},
        tensor<1024xf32> {grad.updates = "layer3.0.downsample.bn.scale"},
        tensor<1024xf32> {grad.updates = "layer3.0.downsample.bn.offset"},
        tensor<256x1024x1x1xf32> {grad.updates = "layer3.1.conv1.weight"},
        tensor<256xf32> {grad.updates = "layer3.1.bn1.scale"},
        tensor<256xf32> {grad.updates = "layer3.1.bn1.offset"},
        tensor<256x256x3x3xf32> {grad.updates = "layer3.1.conv2.weight"},
        tensor<256xf32> {grad.updates = "layer3.1.bn2.scale"},
        tensor<256xf32> {grad.updates = "layer3.1.bn2.offset"},
        tensor<1024x256x1x1xf32> {grad.updates = "layer3.1.conv3.weight"},
        tensor<1024xf32> {grad.updates = "layer3.1.bn3.scale"},
        tensor<1024xf32> {grad.updates = "layer3.1.bn3.offset"},
        tensor<256x1024x1x1xf32> {grad.updates = "layer3.2.conv1.weight"},
        tensor<256xf32> {grad.updates = "layer3.2.bn1.scale"},
        tensor<256xf32> {grad.updates = "layer3.2.bn1.offset"},
        tensor<256x256x3x3xf32> {grad.updates = "layer3.2.conv2.weight"},
        tensor<256xf32> {grad.updates = "layer3.2.bn2.scale"},
        tensor<256xf32> {grad.updates = "layer3.2.bn2.offset"},
        tensor<1024x256x1x1xf32> {grad.updates = "layer3.2.conv3.weight"},
        tensor<1024xf32> {grad.updates = "layer3.2.bn3.scale"},
        tensor<1024xf32> {grad.updates = "layer3.2.bn3.offset"},
        tensor<256x1024x1x1xf32> {grad.updates = "layer3.3.conv1.weight"},
        tensor<256xf32> {grad.updates = "layer3.3.bn1.scale"},
        tensor<256xf32> {grad.updates = "layer3.3.bn1.offset"},
        tensor<256x256x3x3xf32> {grad.updates = "layer3.3.conv2.weight"},
        tensor<256xf32> {grad.updates = "layer3.3.bn2.scale"},
        tensor<256xf32> {grad.updates = "layer3.3.bn2.offset"},
        tensor<1024x256x1x1xf32> {grad.updates = "layer3.3.conv3.weight"},
        tensor<1024xf32> {grad.updates = "layer3.3.bn3.scale"},
        tensor<1024xf32> {grad.updates = "layer3.3.bn3.offset"},
        tensor<256x1024x1x1xf32> {grad.updates = "layer3.4.conv1.weight"},
        tensor<256xf32> {grad.updates = "layer3.4.bn1.scale"},
        tensor<256xf32> {grad.updates = "layer3.4.bn1.offset"},
        tensor<256x256x3x3xf32> {grad.updates = "layer3.4.conv2.weight"},
        tensor<256xf32> {grad.updates = "layer3.4.bn2.scale"},
        tensor<256xf32> {grad.updates = "layer3.4.bn2.offset"},
        tensor<1024x256x1x1xf32> {grad.updates = "layer3.4.conv3.weight"},
        tensor<1024xf32> {grad.updates = "layer3.4.bn3.scale"},
        tensor<1024xf32> {grad.updates = "layer3.4.bn3.offset"},
        tensor<256x1024x1x1xf32> {grad.updates = "layer3.5.conv1.weight"},
        tensor<256xf32> {grad.updates = "layer3.5.bn1.scale"},
        tensor<256xf32> {grad.updates = "layer3.5.bn1.offset"},
        tensor<256x256x3x3xf32> {grad.updates = "layer3.5.conv2.weight"},
        tensor<256xf32> {grad.updates = "layer3.5.bn2.scale"},
        tensor<256xf32> {grad.updates = "layer3.5.bn2.offset"},
        tensor<1024x256x1x1xf32> {grad.updates = "layer3.5.conv3.weight"},
        tensor<1024xf32> {grad.updates = "layer3.5.bn3.scale"},
        tensor<1024xf32> {grad.updates = "layer3.5.bn3.offset"},
        tensor<512x1024x1x1xf32> {grad.updates = "layer4.0.conv1.weight"},
        tensor<512xf32> {grad.updates = "layer4.0.bn1.scale"},
        tensor<512xf32> {grad.updates = "layer4.0.bn1.offset"},
        tensor<512x512x3x3xf32> {grad.updates = "layer4.0.conv2.weight"},
        tensor<512xf32> {grad.updates = "layer4.0.bn2.scale"},
        tensor<512xf32> {grad.updates = "layer4.0.bn2.offset"},
        tensor<2048x512x1x1xf32> {grad.updates = "layer4.0.conv3.weight"},
        tensor<2048xf32> {grad.updates = "layer4.0.bn3.scale"},
        tensor<2048xf32> {grad.updates = "layer4.0.bn3.offset"},
        tensor<2048x1024x1x1xf32> {grad.updates = "layer4.0.downsample.weight"},
        tensor<2048xf32> {grad.updates = "layer4.0.downsample.bn.scale"},
        tensor<2048xf32> {grad.updates = "layer4.0.downsample.bn.offset"},
        tensor<512x2048x1x1xf32> {grad.updates = "layer4.1.conv1.weight"},
        tensor<512xf32> {grad.updates = "layer4.1.bn1.scale"},
        tensor<512xf32> {grad.updates = "layer4.1.bn1.offset"},
        tensor<512x512x3x3xf32> {grad.updates = "layer4.1.conv2.weight"},
        tensor<512xf32> {grad.updates = "layer4.1.bn2.scale"},
        tensor<512xf32> {grad.updates = "layer4.1.bn2.offset"},
        tensor<2048x512x1x1xf32> {grad.updates = "layer4.1.conv3.weight"},
        tensor<2048xf32> {grad.updates = "layer4.1.bn3.scale"},
        tensor<2048xf32> {grad.updates = "layer4.1.bn3.offset"},
        tensor<512x2048x1x1xf32> {grad.updates = "layer4.2.conv1.weight"},
        tensor<512xf32> {grad.updates = "layer4.2.bn1.scale"},
        tensor<512xf32> {grad.updates = "layer4.2.bn1.offset"},
        tensor<512x512x3x3xf32> {grad.updates = "layer4.2.conv2.weight"},
        tensor<512xf32> {grad.updates = "layer4.2.bn2.scale"},
        tensor<512xf32> {grad.updates = "layer4.2.bn2.offset"},
        tensor<2048x512x1x1xf32> {grad.updates = "layer4.2.conv3.weight"},
        tensor<2048xf32> {grad.updates = "layer4.2.bn3.scale"},
        tensor<2048xf32> {grad.updates = "layer4.2.bn3.offset"},
        tensor<1000x2048xf32> {grad.updates = "fc.weight"},
        tensor<1000xf32> {grad.updates = "fc.bias"}) {
  %zero = arith.constant 0.0 : f16
  %fc.bias.g.init = tensor.empty() : tensor<1000xf16>
  %fc.bias.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%fc.bias.x, %fc.bias.dy : tensor<1000xf16>, tensor<1000xf16>) outs(%fc.bias.g.init : tensor<1000xf16>)
      attrs = {grad.gradient = "fc.bias"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1000xf16>
  %fc.weight.empty = tensor.empty() : tensor<1000x2048xf16>
  %fc.weight.zero = linalg.fill ins(%zero : f16) outs(%fc.weight.empty : tensor<1000x2048xf16>) -> tensor<1000x2048xf16>
  %fc.weight.g = linalg.matmul {grad.gradient = "fc.weight"} ins(%fc.weight.x, %fc.weight.dy : tensor<1000x2xf16>, tensor<2x2048xf16>) outs(%fc.weight.zero : tensor<1000x2048xf16>) -> tensor<1000x2048xf16>
  %layer4.2.bn3.offset.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.2.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn3.offset.x, %layer4.2.bn3.offset.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.2.bn3.offset.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.2.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.2.bn3.scale.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.2.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn3.scale.x, %layer4.2.bn3.scale.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.2.bn3.scale.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.2.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.2.conv3.weight.empty = tensor.empty() : tensor<2048x512xf16>
  %layer4.2.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.2.conv3.weight.empty : tensor<2048x512xf16>) -> tensor<2048x512xf16>
  %layer4.2.conv3.weight.m = linalg.matmul ins(%layer4.2.conv3.weight.x, %layer4.2.conv3.weight.dy : tensor<2048x2xf16>, tensor<2x512xf16>) outs(%layer4.2.conv3.weight.zero : tensor<2048x512xf16>) -> tensor<2048x512xf16>
  %layer4.2.conv3.weight.g = tensor.expand_shape %layer4.2.conv3.weight.m [[0], [1, 2, 3]] output_shape [2048, 512, 1, 1] {grad.gradient = "layer4.2.conv3.weight"} : tensor<2048x512xf16> into tensor<2048x512x1x1xf16>
  %layer4.2.bn2.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer4.2.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn2.offset.x, %layer4.2.bn2.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.2.bn2.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.2.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.2.bn2.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer4.2.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn2.scale.x, %layer4.2.bn2.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.2.bn2.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.2.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.2.conv2.weight.empty = tensor.empty() : tensor<512x4608xf16>
  %layer4.2.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.2.conv2.weight.empty : tensor<512x4608xf16>) -> tensor<512x4608xf16>
  %layer4.2.conv2.weight.m = linalg.matmul ins(%layer4.2.conv2.weight.x, %layer4.2.conv2.weight.dy : tensor<512x2xf16>, tensor<2x4608xf16>) outs(%layer4.2.conv2.weight.zero : tensor<512x4608xf16>) -> tensor<512x4608xf16>
  %layer4.2.conv2.weight.g = tensor.expand_shape %layer4.2.conv2.weight.m [[0], [1, 2, 3]] output_shape [512, 512, 3, 3] {grad.gradient = "layer4.2.conv2.weight"} : tensor<512x4608xf16> into tensor<512x512x3x3xf16>
  %layer4.2.bn1.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer4.2.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn1.offset.x, %layer4.2.bn1.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.2.bn1.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.2.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.2.bn1.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer4.2.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn1.scale.x, %layer4.2.bn1.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.2.bn1.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.2.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.2.conv1.weight.empty = tensor.empty() : tensor<512x2048xf16>
  %layer4.2.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.2.conv1.weight.empty : tensor<512x2048xf16>) -> tensor<512x2048xf16>
  %layer4.2.conv1.weight.m = linalg.matmul ins(%layer4.2.conv1.weight.x, %layer4.2.conv1.weight.dy : tensor<512x2xf16>, tensor<2x2048xf16>) outs(%layer4.2.conv1.weight.zero : tensor<512x2048xf16>) -> tensor<512x2048xf16>
  %layer4.2.conv1.weight.g = tensor.expand_shape %layer4.2.conv1.weight.m [[0], [1, 2, 3]] output_shape [512, 2048, 1, 1] {grad.gradient = "layer4.2.conv1.weight"} : tensor<512x2048xf16> into tensor<512x2048x1x1xf16>
  %layer4.1.bn3.offset.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.1.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn3.offset.x, %layer4.1.bn3.offset.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.1.bn3.offset.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.1.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.1.bn3.scale.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.1.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn3.scale.x, %layer4.1.bn3.scale.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.1.bn3.scale.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.1.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.1.conv3.weight.empty = tensor.empty() : tensor<2048x512xf16>
  %layer4.1.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.1.conv3.weight.empty : tensor<2048x512xf16>) -> tensor<2048x512xf16>
  %layer4.1.conv3.weight.m = linalg.matmul ins(%layer4.1.conv3.weight.x, %layer4.1.conv3.weight.dy : tensor<2048x2xf16>, tensor<2x512xf16>) outs(%layer4.1.conv3.weight.zero : tensor<2048x512xf16>) -> tensor<2048x512xf16>
  %layer4.1.conv3.weight.g = tensor.expand_shape %layer4.1.conv3.weight.m [[0], [1, 2, 3]] output_shape [2048, 512, 1, 1] {grad.gradient = "layer4.1.conv3.weight"} : tensor<2048x512xf16> into tensor<2048x512x1x1xf16>
  %layer4.1.bn2.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer4.1.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn2.offset.x, %layer4.1.bn2.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.1.bn2.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.1.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.1.bn2.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer4.1.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn2.scale.x, %layer4.1.bn2.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.1.bn2.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.1.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.1.conv2.weight.empty = tensor.empty() : tensor<512x4608xf16>
  %layer4.1.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.1.conv2.weight.empty : tensor<512x4608xf16>) -> tensor<512x4608xf16>
  %layer4.1.conv2.weight.m = linalg.matmul ins(%layer4.1.conv2.weight.x, %layer4.1.conv2.weight.dy : tensor<512x2xf16>, tensor<2x4608xf16>) outs(%layer4.1.conv2.weight.zero : tensor<512x4608xf16>) -> tensor<512x4608xf16>
  %layer4.1.conv2.weight.g = tensor.expand_shape %layer4.1.conv2.weight.m [[0], [1, 2, 3]] output_shape [512, 512, 3, 3] {grad.gradient = "layer4.1.conv2.weight"} : tensor<512x4608xf16> into tensor<512x512x3x3xf16>
  %layer4.1.bn1.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer4.1.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn1.offset.x, %layer4.1.bn1.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.1.bn1.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.1.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.1.bn1.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer4.1.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn1.scale.x, %layer4.1.bn1.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.1.bn1.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.1.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.1.conv1.weight.empty = tensor.empty() : tensor<512x2048xf16>
  %layer4.1.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.1.conv1.weight.empty : tensor<512x2048xf16>) -> tensor<512x2048xf16>
  %layer4.1.conv1.weight.m = linalg.matmul ins(%layer4.1.conv1.weight.x, %layer4.1.conv1.weight.dy : tensor<512x2xf16>, tensor<2x2048xf16>) outs(%layer4.1.conv1.weight.zero : tensor<512x2048xf16>) -> tensor<512x2048xf16>
  %layer4.1.conv1.weight.g = tensor.expand_shape %layer4.1.conv1.weight.m [[0], [1, 2, 3]] output_shape [512, 2048, 1, 1] {grad.gradient = "layer4.1.conv1.weight"} : tensor<512x2048xf16> into tensor<512x2048x1x1xf16>
  %layer4.0.downsample.bn.offset.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.0.downsample.bn.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.downsample.bn.offset.x, %layer4.0.downsample.bn.offset.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.0.downsample.bn.offset.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.0.downsample.bn.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.0.downsample.bn.scale.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.0.downsample.bn.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.downsample.bn.scale.x, %layer4.0.downsample.bn.scale.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.0.downsample.bn.scale.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.0.downsample.bn.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.0.downsample.weight.empty = tensor.empty() : tensor<2048x1024xf16>
  %layer4.0.downsample.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.0.downsample.weight.empty : tensor<2048x1024xf16>) -> tensor<2048x1024xf16>
  %layer4.0.downsample.weight.m = linalg.matmul ins(%layer4.0.downsample.weight.x, %layer4.0.downsample.weight.dy : tensor<2048x2xf16>, tensor<2x1024xf16>) outs(%layer4.0.downsample.weight.zero : tensor<2048x1024xf16>) -> tensor<2048x1024xf16>
  %layer4.0.downsample.weight.g = tensor.expand_shape %layer4.0.downsample.weight.m [[0], [1, 2, 3]] output_shape [2048, 1024, 1, 1] {grad.gradient = "layer4.0.downsample.weight"} : tensor<2048x1024xf16> into tensor<2048x1024x1x1xf16>
  %layer4.0.bn3.offset.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.0.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn3.offset.x, %layer4.0.bn3.offset.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.0.bn3.offset.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.0.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.0.bn3.scale.g.init = tensor.empty() : tensor<2048xf16>
  %layer4.0.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn3.scale.x, %layer4.0.bn3.scale.dy : tensor<2048xf16>, tensor<2048xf16>) outs(%layer4.0.bn3.scale.g.init : tensor<2048xf16>)
      attrs = {grad.gradient = "layer4.0.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2048xf16>
  %layer4.0.conv3.weight.empty = tensor.empty() : tensor<2048x512xf16>
  %layer4.0.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.0.conv3.weight.empty : tensor<2048x512xf16>) -> tensor<2048x512xf16>
  %layer4.0.conv3.weight.m = linalg.matmul ins(%layer4.0.conv3.weight.x, %layer4.0.conv3.weight.dy : tensor<2048x2xf16>, tensor<2x512xf16>) outs(%layer4.0.conv3.weight.zero : tensor<2048x512xf16>) -> tensor<2048x512xf16>
  %layer4.0.conv3.weight.g = tensor.expand_shape %layer4.0.conv3.weight.m [[0], [1, 2, 3]] output_shape [2048, 512, 1, 1] {grad.gradient = "layer4.0.conv3.weight"} : tensor<2048x512xf16> into tensor<2048x512x1x1xf16>
  %layer4.0.bn2.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer4.0.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn2.offset.x, %layer4.0.bn2.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.0.bn2.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.0.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.0.bn2.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer4.0.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn2.scale.x, %layer4.0.bn2.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.0.bn2.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.0.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.0.conv2.weight.empty = tensor.empty() : tensor<512x4608xf16>
  %layer4.0.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.0.conv2.weight.empty : tensor<512x4608xf16>) -> tensor<512x4608xf16>
  %layer4.0.conv2.weight.m = linalg.matmul ins(%layer4.0.conv2.weight.x, %layer4.0.conv2.weight.dy : tensor<512x2xf16>, tensor<2x4608xf16>) outs(%layer4.0.conv2.weight.zero : tensor<512x4608xf16>) -> tensor<512x4608xf16>
  %layer4.0.conv2.weight.g = tensor.expand_shape %layer4.0.conv2.weight.m [[0], [1, 2, 3]] output_shape [512, 512, 3, 3] {grad.gradient = "layer4.0.conv2.weight"} : tensor<512x4608xf16> into tensor<512x512x3x3xf16>
  %layer4.0.bn1.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer4.0.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn1.offset.x, %layer4.0.bn1.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.0.bn1.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.0.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.0.bn1.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer4.0.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn1.scale.x, %layer4.0.bn1.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer4.0.bn1.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer4.0.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer4.0.conv1.weight.empty = tensor.empty() : tensor<512x1024xf16>
  %layer4.0.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer4.0.conv1.weight.empty : tensor<512x1024xf16>) -> tensor<512x1024xf16>
  %layer4.0.conv1.weight.m = linalg.matmul ins(%layer4.0.conv1.weight.x, %layer4.0.conv1.weight.dy : tensor<512x2xf16>, tensor<2x1024xf16>) outs(%layer4.0.conv1.weight.zero : tensor<512x1024xf16>) -> tensor<512x1024xf16>
  %layer4.0.conv1.weight.g = tensor.expand_shape %layer4.0.conv1.weight.m [[0], [1, 2, 3]] output_shape [512, 1024, 1, 1] {grad.gradient = "layer4.0.conv1.weight"} : tensor<512x1024xf16> into tensor<512x1024x1x1xf16>
  %layer3.5.bn3.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.5.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn3.offset.x, %layer3.5.bn3.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.5.bn3.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.5.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.5.bn3.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.5.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn3.scale.x, %layer3.5.bn3.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.5.bn3.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.5.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.5.conv3.weight.empty = tensor.empty() : tensor<1024x256xf16>
  %layer3.5.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.5.conv3.weight.empty : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.5.conv3.weight.m = linalg.matmul ins(%layer3.5.conv3.weight.x, %layer3.5.conv3.weight.dy : tensor<1024x2xf16>, tensor<2x256xf16>) outs(%layer3.5.conv3.weight.zero : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.5.conv3.weight.g = tensor.expand_shape %layer3.5.conv3.weight.m [[0], [1, 2, 3]] output_shape [1024, 256, 1, 1] {grad.gradient = "layer3.5.conv3.weight"} : tensor<1024x256xf16> into tensor<1024x256x1x1xf16>
  %layer3.5.bn2.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.5.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn2.offset.x, %layer3.5.bn2.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.5.bn2.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.5.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.5.bn2.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.5.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn2.scale.x, %layer3.5.bn2.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.5.bn2.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.5.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.5.conv2.weight.empty = tensor.empty() : tensor<256x2304xf16>
  %layer3.5.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.5.conv2.weight.empty : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.5.conv2.weight.m = linalg.matmul ins(%layer3.5.conv2.weight.x, %layer3.5.conv2.weight.dy : tensor<256x2xf16>, tensor<2x2304xf16>) outs(%layer3.5.conv2.weight.zero : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.5.conv2.weight.g = tensor.expand_shape %layer3.5.conv2.weight.m [[0], [1, 2, 3]] output_shape [256, 256, 3, 3] {grad.gradient = "layer3.5.conv2.weight"} : tensor<256x2304xf16> into tensor<256x256x3x3xf16>
  %layer3.5.bn1.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.5.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn1.offset.x, %layer3.5.bn1.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.5.bn1.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.5.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.5.bn1.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.5.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn1.scale.x, %layer3.5.bn1.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.5.bn1.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.5.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.5.conv1.weight.empty = tensor.empty() : tensor<256x1024xf16>
  %layer3.5.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.5.conv1.weight.empty : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.5.conv1.weight.m = linalg.matmul ins(%layer3.5.conv1.weight.x, %layer3.5.conv1.weight.dy : tensor<256x2xf16>, tensor<2x1024xf16>) outs(%layer3.5.conv1.weight.zero : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.5.conv1.weight.g = tensor.expand_shape %layer3.5.conv1.weight.m [[0], [1, 2, 3]] output_shape [256, 1024, 1, 1] {grad.gradient = "layer3.5.conv1.weight"} : tensor<256x1024xf16> into tensor<256x1024x1x1xf16>
  %layer3.4.bn3.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.4.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn3.offset.x, %layer3.4.bn3.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.4.bn3.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.4.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.4.bn3.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.4.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn3.scale.x, %layer3.4.bn3.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.4.bn3.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.4.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.4.conv3.weight.empty = tensor.empty() : tensor<1024x256xf16>
  %layer3.4.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.4.conv3.weight.empty : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.4.conv3.weight.m = linalg.matmul ins(%layer3.4.conv3.weight.x, %layer3.4.conv3.weight.dy : tensor<1024x2xf16>, tensor<2x256xf16>) outs(%layer3.4.conv3.weight.zero : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.4.conv3.weight.g = tensor.expand_shape %layer3.4.conv3.weight.m [[0], [1, 2, 3]] output_shape [1024, 256, 1, 1] {grad.gradient = "layer3.4.conv3.weight"} : tensor<1024x256xf16> into tensor<1024x256x1x1xf16>
  %layer3.4.bn2.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.4.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn2.offset.x, %layer3.4.bn2.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.4.bn2.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.4.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.4.bn2.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.4.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn2.scale.x, %layer3.4.bn2.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.4.bn2.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.4.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.4.conv2.weight.empty = tensor.empty() : tensor<256x2304xf16>
  %layer3.4.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.4.conv2.weight.empty : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.4.conv2.weight.m = linalg.matmul ins(%layer3.4.conv2.weight.x, %layer3.4.conv2.weight.dy : tensor<256x2xf16>, tensor<2x2304xf16>) outs(%layer3.4.conv2.weight.zero : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.4.conv2.weight.g = tensor.expand_shape %layer3.4.conv2.weight.m [[0], [1, 2, 3]] output_shape [256, 256, 3, 3] {grad.gradient = "layer3.4.conv2.weight"} : tensor<256x2304xf16> into tensor<256x256x3x3xf16>
  %layer3.4.bn1.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.4.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn1.offset.x, %layer3.4.bn1.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.4.bn1.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.4.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.4.bn1.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.4.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn1.scale.x, %layer3.4.bn1.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.4.bn1.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.4.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.4.conv1.weight.empty = tensor.empty() : tensor<256x1024xf16>
  %layer3.4.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.4.conv1.weight.empty : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.4.conv1.weight.m = linalg.matmul ins(%layer3.4.conv1.weight.x, %layer3.4.conv1.weight.dy : tensor<256x2xf16>, tensor<2x1024xf16>) outs(%layer3.4.conv1.weight.zero : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.4.conv1.weight.g = tensor.expand_shape %layer3.4.conv1.weight.m [[0], [1, 2, 3]] output_shape [256, 1024, 1, 1] {grad.gradient = "layer3.4.conv1.weight"} : tensor<256x1024xf16> into tensor<256x1024x1x1xf16>
  %layer3.3.bn3.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.3.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn3.offset.x, %layer3.3.bn3.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.3.bn3.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.3.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.3.bn3.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.3.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn3.scale.x, %layer3.3.bn3.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.3.bn3.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.3.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.3.conv3.weight.empty = tensor.empty() : tensor<1024x256xf16>
  %layer3.3.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.3.conv3.weight.empty : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.3.conv3.weight.m = linalg.matmul ins(%layer3.3.conv3.weight.x, %layer3.3.conv3.weight.dy : tensor<1024x2xf16>, tensor<2x256xf16>) outs(%layer3.3.conv3.weight.zero : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.3.conv3.weight.g = tensor.expand_shape %layer3.3.conv3.weight.m [[0], [1, 2, 3]] output_shape [1024, 256, 1, 1] {grad.gradient = "layer3.3.conv3.weight"} : tensor<1024x256xf16> into tensor<1024x256x1x1xf16>
  %layer3.3.bn2.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.3.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn2.offset.x, %layer3.3.bn2.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.3.bn2.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.3.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.3.bn2.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.3.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn2.scale.x, %layer3.3.bn2.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.3.bn2.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.3.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.3.conv2.weight.empty = tensor.empty() : tensor<256x2304xf16>
  %layer3.3.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.3.conv2.weight.empty : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.3.conv2.weight.m = linalg.matmul ins(%layer3.3.conv2.weight.x, %layer3.3.conv2.weight.dy : tensor<256x2xf16>, tensor<2x2304xf16>) outs(%layer3.3.conv2.weight.zero : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.3.conv2.weight.g = tensor.expand_shape %layer3.3.conv2.weight.m [[0], [1, 2, 3]] output_shape [256, 256, 3, 3] {grad.gradient = "layer3.3.conv2.weight"} : tensor<256x2304xf16> into tensor<256x256x3x3xf16>
  %layer3.3.bn1.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.3.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn1.offset.x, %layer3.3.bn1.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.3.bn1.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.3.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.3.bn1.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.3.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn1.scale.x, %layer3.3.bn1.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.3.bn1.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.3.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.3.conv1.weight.empty = tensor.empty() : tensor<256x1024xf16>
  %layer3.3.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.3.conv1.weight.empty : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.3.conv1.weight.m = linalg.matmul ins(%layer3.3.conv1.weight.x, %layer3.3.conv1.weight.dy : tensor<256x2xf16>, tensor<2x1024xf16>) outs(%layer3.3.conv1.weight.zero : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.3.conv1.weight.g = tensor.expand_shape %layer3.3.conv1.weight.m [[0], [1, 2, 3]] output_shape [256, 1024, 1, 1] {grad.gradient = "layer3.3.conv1.weight"} : tensor<256x1024xf16> into tensor<256x1024x1x1xf16>
  %layer3.2.bn3.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.2.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn3.offset.x, %layer3.2.bn3.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.2.bn3.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.2.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.2.bn3.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.2.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn3.scale.x, %layer3.2.bn3.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.2.bn3.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.2.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.2.conv3.weight.empty = tensor.empty() : tensor<1024x256xf16>
  %layer3.2.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.2.conv3.weight.empty : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.2.conv3.weight.m = linalg.matmul ins(%layer3.2.conv3.weight.x, %layer3.2.conv3.weight.dy : tensor<1024x2xf16>, tensor<2x256xf16>) outs(%layer3.2.conv3.weight.zero : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.2.conv3.weight.g = tensor.expand_shape %layer3.2.conv3.weight.m [[0], [1, 2, 3]] output_shape [1024, 256, 1, 1] {grad.gradient = "layer3.2.conv3.weight"} : tensor<1024x256xf16> into tensor<1024x256x1x1xf16>
  %layer3.2.bn2.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.2.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn2.offset.x, %layer3.2.bn2.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.2.bn2.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.2.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.2.bn2.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.2.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn2.scale.x, %layer3.2.bn2.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.2.bn2.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.2.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.2.conv2.weight.empty = tensor.empty() : tensor<256x2304xf16>
  %layer3.2.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.2.conv2.weight.empty : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.2.conv2.weight.m = linalg.matmul ins(%layer3.2.conv2.weight.x, %layer3.2.conv2.weight.dy : tensor<256x2xf16>, tensor<2x2304xf16>) outs(%layer3.2.conv2.weight.zero : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.2.conv2.weight.g = tensor.expand_shape %layer3.2.conv2.weight.m [[0], [1, 2, 3]] output_shape [256, 256, 3, 3] {grad.gradient = "layer3.2.conv2.weight"} : tensor<256x2304xf16> into tensor<256x256x3x3xf16>
  %layer3.2.bn1.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.2.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn1.offset.x, %layer3.2.bn1.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.2.bn1.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.2.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.2.bn1.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.2.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn1.scale.x, %layer3.2.bn1.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.2.bn1.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.2.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.2.conv1.weight.empty = tensor.empty() : tensor<256x1024xf16>
  %layer3.2.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.2.conv1.weight.empty : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.2.conv1.weight.m = linalg.matmul ins(%layer3.2.conv1.weight.x, %layer3.2.conv1.weight.dy : tensor<256x2xf16>, tensor<2x1024xf16>) outs(%layer3.2.conv1.weight.zero : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.2.conv1.weight.g = tensor.expand_shape %layer3.2.conv1.weight.m [[0], [1, 2, 3]] output_shape [256, 1024, 1, 1] {grad.gradient = "layer3.2.conv1.weight"} : tensor<256x1024xf16> into tensor<256x1024x1x1xf16>
  %layer3.1.bn3.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.1.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn3.offset.x, %layer3.1.bn3.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.1.bn3.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.1.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.1.bn3.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.1.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn3.scale.x, %layer3.1.bn3.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.1.bn3.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.1.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.1.conv3.weight.empty = tensor.empty() : tensor<1024x256xf16>
  %layer3.1.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.1.conv3.weight.empty : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.1.conv3.weight.m = linalg.matmul ins(%layer3.1.conv3.weight.x, %layer3.1.conv3.weight.dy : tensor<1024x2xf16>, tensor<2x256xf16>) outs(%layer3.1.conv3.weight.zero : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.1.conv3.weight.g = tensor.expand_shape %layer3.1.conv3.weight.m [[0], [1, 2, 3]] output_shape [1024, 256, 1, 1] {grad.gradient = "layer3.1.conv3.weight"} : tensor<1024x256xf16> into tensor<1024x256x1x1xf16>
  %layer3.1.bn2.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.1.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn2.offset.x, %layer3.1.bn2.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.1.bn2.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.1.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.1.bn2.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.1.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn2.scale.x, %layer3.1.bn2.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.1.bn2.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.1.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.1.conv2.weight.empty = tensor.empty() : tensor<256x2304xf16>
  %layer3.1.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.1.conv2.weight.empty : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.1.conv2.weight.m = linalg.matmul ins(%layer3.1.conv2.weight.x, %layer3.1.conv2.weight.dy : tensor<256x2xf16>, tensor<2x2304xf16>) outs(%layer3.1.conv2.weight.zero : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.1.conv2.weight.g = tensor.expand_shape %layer3.1.conv2.weight.m [[0], [1, 2, 3]] output_shape [256, 256, 3, 3] {grad.gradient = "layer3.1.conv2.weight"} : tensor<256x2304xf16> into tensor<256x256x3x3xf16>
  %layer3.1.bn1.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.1.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn1.offset.x, %layer3.1.bn1.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.1.bn1.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.1.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.1.bn1.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.1.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn1.scale.x, %layer3.1.bn1.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.1.bn1.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.1.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.1.conv1.weight.empty = tensor.empty() : tensor<256x1024xf16>
  %layer3.1.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.1.conv1.weight.empty : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.1.conv1.weight.m = linalg.matmul ins(%layer3.1.conv1.weight.x, %layer3.1.conv1.weight.dy : tensor<256x2xf16>, tensor<2x1024xf16>) outs(%layer3.1.conv1.weight.zero : tensor<256x1024xf16>) -> tensor<256x1024xf16>
  %layer3.1.conv1.weight.g = tensor.expand_shape %layer3.1.conv1.weight.m [[0], [1, 2, 3]] output_shape [256, 1024, 1, 1] {grad.gradient = "layer3.1.conv1.weight"} : tensor<256x1024xf16> into tensor<256x1024x1x1xf16>
  %layer3.0.downsample.bn.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.0.downsample.bn.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.downsample.bn.offset.x, %layer3.0.downsample.bn.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.0.downsample.bn.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.0.downsample.bn.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.0.downsample.bn.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.0.downsample.bn.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.downsample.bn.scale.x, %layer3.0.downsample.bn.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.0.downsample.bn.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.0.downsample.bn.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.0.downsample.weight.empty = tensor.empty() : tensor<1024x512xf16>
  %layer3.0.downsample.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.0.downsample.weight.empty : tensor<1024x512xf16>) -> tensor<1024x512xf16>
  %layer3.0.downsample.weight.m = linalg.matmul ins(%layer3.0.downsample.weight.x, %layer3.0.downsample.weight.dy : tensor<1024x2xf16>, tensor<2x512xf16>) outs(%layer3.0.downsample.weight.zero : tensor<1024x512xf16>) -> tensor<1024x512xf16>
  %layer3.0.downsample.weight.g = tensor.expand_shape %layer3.0.downsample.weight.m [[0], [1, 2, 3]] output_shape [1024, 512, 1, 1] {grad.gradient = "layer3.0.downsample.weight"} : tensor<1024x512xf16> into tensor<1024x512x1x1xf16>
  %layer3.0.bn3.offset.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.0.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn3.offset.x, %layer3.0.bn3.offset.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.0.bn3.offset.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.0.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.0.bn3.scale.g.init = tensor.empty() : tensor<1024xf16>
  %layer3.0.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn3.scale.x, %layer3.0.bn3.scale.dy : tensor<1024xf16>, tensor<1024xf16>) outs(%layer3.0.bn3.scale.g.init : tensor<1024xf16>)
      attrs = {grad.gradient = "layer3.0.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<1024xf16>
  %layer3.0.conv3.weight.empty = tensor.empty() : tensor<1024x256xf16>
  %layer3.0.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.0.conv3.weight.empty : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.0.conv3.weight.m = linalg.matmul ins(%layer3.0.conv3.weight.x, %layer3.0.conv3.weight.dy : tensor<1024x2xf16>, tensor<2x256xf16>) outs(%layer3.0.conv3.weight.zero : tensor<1024x256xf16>) -> tensor<1024x256xf16>
  %layer3.0.conv3.weight.g = tensor.expand_shape %layer3.0.conv3.weight.m [[0], [1, 2, 3]] output_shape [1024, 256, 1, 1] {grad.gradient = "layer3.0.conv3.weight"} : tensor<1024x256xf16> into tensor<1024x256x1x1xf16>
  %layer3.0.bn2.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.0.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn2.offset.x, %layer3.0.bn2.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.0.bn2.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.0.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.0.bn2.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.0.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn2.scale.x, %layer3.0.bn2.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.0.bn2.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.0.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.0.conv2.weight.empty = tensor.empty() : tensor<256x2304xf16>
  %layer3.0.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.0.conv2.weight.empty : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.0.conv2.weight.m = linalg.matmul ins(%layer3.0.conv2.weight.x, %layer3.0.conv2.weight.dy : tensor<256x2xf16>, tensor<2x2304xf16>) outs(%layer3.0.conv2.weight.zero : tensor<256x2304xf16>) -> tensor<256x2304xf16>
  %layer3.0.conv2.weight.g = tensor.expand_shape %layer3.0.conv2.weight.m [[0], [1, 2, 3]] output_shape [256, 256, 3, 3] {grad.gradient = "layer3.0.conv2.weight"} : tensor<256x2304xf16> into tensor<256x256x3x3xf16>
  %layer3.0.bn1.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer3.0.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn1.offset.x, %layer3.0.bn1.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.0.bn1.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.0.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.0.bn1.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer3.0.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn1.scale.x, %layer3.0.bn1.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer3.0.bn1.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer3.0.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer3.0.conv1.weight.empty = tensor.empty() : tensor<256x512xf16>
  %layer3.0.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer3.0.conv1.weight.empty : tensor<256x512xf16>) -> tensor<256x512xf16>
  %layer3.0.conv1.weight.m = linalg.matmul ins(%layer3.0.conv1.weight.x, %layer3.0.conv1.weight.dy : tensor<256x2xf16>, tensor<2x512xf16>) outs(%layer3.0.conv1.weight.zero : tensor<256x512xf16>) -> tensor<256x512xf16>
  %layer3.0.conv1.weight.g = tensor.expand_shape %layer3.0.conv1.weight.m [[0], [1, 2, 3]] output_shape [256, 512, 1, 1] {grad.gradient = "layer3.0.conv1.weight"} : tensor<256x512xf16> into tensor<256x512x1x1xf16>
  %layer2.3.bn3.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer2.3.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn3.offset.x, %layer2.3.bn3.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.3.bn3.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.3.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.3.bn3.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer2.3.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn3.scale.x, %layer2.3.bn3.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.3.bn3.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.3.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.3.conv3.weight.empty = tensor.empty() : tensor<512x128xf16>
  %layer2.3.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.3.conv3.weight.empty : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.3.conv3.weight.m = linalg.matmul ins(%layer2.3.conv3.weight.x, %layer2.3.conv3.weight.dy : tensor<512x2xf16>, tensor<2x128xf16>) outs(%layer2.3.conv3.weight.zero : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.3.conv3.weight.g = tensor.expand_shape %layer2.3.conv3.weight.m [[0], [1, 2, 3]] output_shape [512, 128, 1, 1] {grad.gradient = "layer2.3.conv3.weight"} : tensor<512x128xf16> into tensor<512x128x1x1xf16>
  %layer2.3.bn2.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.3.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn2.offset.x, %layer2.3.bn2.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.3.bn2.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.3.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.3.bn2.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.3.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn2.scale.x, %layer2.3.bn2.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.3.bn2.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.3.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.3.conv2.weight.empty = tensor.empty() : tensor<128x1152xf16>
  %layer2.3.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.3.conv2.weight.empty : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.3.conv2.weight.m = linalg.matmul ins(%layer2.3.conv2.weight.x, %layer2.3.conv2.weight.dy : tensor<128x2xf16>, tensor<2x1152xf16>) outs(%layer2.3.conv2.weight.zero : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.3.conv2.weight.g = tensor.expand_shape %layer2.3.conv2.weight.m [[0], [1, 2, 3]] output_shape [128, 128, 3, 3] {grad.gradient = "layer2.3.conv2.weight"} : tensor<128x1152xf16> into tensor<128x128x3x3xf16>
  %layer2.3.bn1.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.3.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn1.offset.x, %layer2.3.bn1.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.3.bn1.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.3.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.3.bn1.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.3.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn1.scale.x, %layer2.3.bn1.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.3.bn1.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.3.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.3.conv1.weight.empty = tensor.empty() : tensor<128x512xf16>
  %layer2.3.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.3.conv1.weight.empty : tensor<128x512xf16>) -> tensor<128x512xf16>
  %layer2.3.conv1.weight.m = linalg.matmul ins(%layer2.3.conv1.weight.x, %layer2.3.conv1.weight.dy : tensor<128x2xf16>, tensor<2x512xf16>) outs(%layer2.3.conv1.weight.zero : tensor<128x512xf16>) -> tensor<128x512xf16>
  %layer2.3.conv1.weight.g = tensor.expand_shape %layer2.3.conv1.weight.m [[0], [1, 2, 3]] output_shape [128, 512, 1, 1] {grad.gradient = "layer2.3.conv1.weight"} : tensor<128x512xf16> into tensor<128x512x1x1xf16>
  %layer2.2.bn3.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer2.2.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn3.offset.x, %layer2.2.bn3.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.2.bn3.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.2.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.2.bn3.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer2.2.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn3.scale.x, %layer2.2.bn3.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.2.bn3.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.2.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.2.conv3.weight.empty = tensor.empty() : tensor<512x128xf16>
  %layer2.2.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.2.conv3.weight.empty : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.2.conv3.weight.m = linalg.matmul ins(%layer2.2.conv3.weight.x, %layer2.2.conv3.weight.dy : tensor<512x2xf16>, tensor<2x128xf16>) outs(%layer2.2.conv3.weight.zero : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.2.conv3.weight.g = tensor.expand_shape %layer2.2.conv3.weight.m [[0], [1, 2, 3]] output_shape [512, 128, 1, 1] {grad.gradient = "layer2.2.conv3.weight"} : tensor<512x128xf16> into tensor<512x128x1x1xf16>
  %layer2.2.bn2.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.2.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn2.offset.x, %layer2.2.bn2.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.2.bn2.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.2.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.2.bn2.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.2.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn2.scale.x, %layer2.2.bn2.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.2.bn2.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.2.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.2.conv2.weight.empty = tensor.empty() : tensor<128x1152xf16>
  %layer2.2.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.2.conv2.weight.empty : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.2.conv2.weight.m = linalg.matmul ins(%layer2.2.conv2.weight.x, %layer2.2.conv2.weight.dy : tensor<128x2xf16>, tensor<2x1152xf16>) outs(%layer2.2.conv2.weight.zero : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.2.conv2.weight.g = tensor.expand_shape %layer2.2.conv2.weight.m [[0], [1, 2, 3]] output_shape [128, 128, 3, 3] {grad.gradient = "layer2.2.conv2.weight"} : tensor<128x1152xf16> into tensor<128x128x3x3xf16>
  %layer2.2.bn1.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.2.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn1.offset.x, %layer2.2.bn1.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.2.bn1.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.2.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.2.bn1.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.2.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn1.scale.x, %layer2.2.bn1.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.2.bn1.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.2.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.2.conv1.weight.empty = tensor.empty() : tensor<128x512xf16>
  %layer2.2.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.2.conv1.weight.empty : tensor<128x512xf16>) -> tensor<128x512xf16>
  %layer2.2.conv1.weight.m = linalg.matmul ins(%layer2.2.conv1.weight.x, %layer2.2.conv1.weight.dy : tensor<128x2xf16>, tensor<2x512xf16>) outs(%layer2.2.conv1.weight.zero : tensor<128x512xf16>) -> tensor<128x512xf16>
  %layer2.2.conv1.weight.g = tensor.expand_shape %layer2.2.conv1.weight.m [[0], [1, 2, 3]] output_shape [128, 512, 1, 1] {grad.gradient = "layer2.2.conv1.weight"} : tensor<128x512xf16> into tensor<128x512x1x1xf16>
  %layer2.1.bn3.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer2.1.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn3.offset.x, %layer2.1.bn3.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.1.bn3.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.1.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.1.bn3.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer2.1.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn3.scale.x, %layer2.1.bn3.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.1.bn3.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.1.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.1.conv3.weight.empty = tensor.empty() : tensor<512x128xf16>
  %layer2.1.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.1.conv3.weight.empty : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.1.conv3.weight.m = linalg.matmul ins(%layer2.1.conv3.weight.x, %layer2.1.conv3.weight.dy : tensor<512x2xf16>, tensor<2x128xf16>) outs(%layer2.1.conv3.weight.zero : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.1.conv3.weight.g = tensor.expand_shape %layer2.1.conv3.weight.m [[0], [1, 2, 3]] output_shape [512, 128, 1, 1] {grad.gradient = "layer2.1.conv3.weight"} : tensor<512x128xf16> into tensor<512x128x1x1xf16>
  %layer2.1.bn2.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.1.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn2.offset.x, %layer2.1.bn2.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.1.bn2.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.1.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.1.bn2.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.1.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn2.scale.x, %layer2.1.bn2.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.1.bn2.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.1.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.1.conv2.weight.empty = tensor.empty() : tensor<128x1152xf16>
  %layer2.1.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.1.conv2.weight.empty : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.1.conv2.weight.m = linalg.matmul ins(%layer2.1.conv2.weight.x, %layer2.1.conv2.weight.dy : tensor<128x2xf16>, tensor<2x1152xf16>) outs(%layer2.1.conv2.weight.zero : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.1.conv2.weight.g = tensor.expand_shape %layer2.1.conv2.weight.m [[0], [1, 2, 3]] output_shape [128, 128, 3, 3] {grad.gradient = "layer2.1.conv2.weight"} : tensor<128x1152xf16> into tensor<128x128x3x3xf16>
  %layer2.1.bn1.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.1.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn1.offset.x, %layer2.1.bn1.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.1.bn1.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.1.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.1.bn1.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.1.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn1.scale.x, %layer2.1.bn1.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.1.bn1.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.1.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.1.conv1.weight.empty = tensor.empty() : tensor<128x512xf16>
  %layer2.1.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.1.conv1.weight.empty : tensor<128x512xf16>) -> tensor<128x512xf16>
  %layer2.1.conv1.weight.m = linalg.matmul ins(%layer2.1.conv1.weight.x, %layer2.1.conv1.weight.dy : tensor<128x2xf16>, tensor<2x512xf16>) outs(%layer2.1.conv1.weight.zero : tensor<128x512xf16>) -> tensor<128x512xf16>
  %layer2.1.conv1.weight.g = tensor.expand_shape %layer2.1.conv1.weight.m [[0], [1, 2, 3]] output_shape [128, 512, 1, 1] {grad.gradient = "layer2.1.conv1.weight"} : tensor<128x512xf16> into tensor<128x512x1x1xf16>
  %layer2.0.downsample.bn.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer2.0.downsample.bn.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.downsample.bn.offset.x, %layer2.0.downsample.bn.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.0.downsample.bn.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.0.downsample.bn.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.0.downsample.bn.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer2.0.downsample.bn.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.downsample.bn.scale.x, %layer2.0.downsample.bn.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.0.downsample.bn.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.0.downsample.bn.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.0.downsample.weight.empty = tensor.empty() : tensor<512x256xf16>
  %layer2.0.downsample.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.0.downsample.weight.empty : tensor<512x256xf16>) -> tensor<512x256xf16>
  %layer2.0.downsample.weight.m = linalg.matmul ins(%layer2.0.downsample.weight.x, %layer2.0.downsample.weight.dy : tensor<512x2xf16>, tensor<2x256xf16>) outs(%layer2.0.downsample.weight.zero : tensor<512x256xf16>) -> tensor<512x256xf16>
  %layer2.0.downsample.weight.g = tensor.expand_shape %layer2.0.downsample.weight.m [[0], [1, 2, 3]] output_shape [512, 256, 1, 1] {grad.gradient = "layer2.0.downsample.weight"} : tensor<512x256xf16> into tensor<512x256x1x1xf16>
  %layer2.0.bn3.offset.g.init = tensor.empty() : tensor<512xf16>
  %layer2.0.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn3.offset.x, %layer2.0.bn3.offset.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.0.bn3.offset.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.0.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.0.bn3.scale.g.init = tensor.empty() : tensor<512xf16>
  %layer2.0.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn3.scale.x, %layer2.0.bn3.scale.dy : tensor<512xf16>, tensor<512xf16>) outs(%layer2.0.bn3.scale.g.init : tensor<512xf16>)
      attrs = {grad.gradient = "layer2.0.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<512xf16>
  %layer2.0.conv3.weight.empty = tensor.empty() : tensor<512x128xf16>
  %layer2.0.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.0.conv3.weight.empty : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.0.conv3.weight.m = linalg.matmul ins(%layer2.0.conv3.weight.x, %layer2.0.conv3.weight.dy : tensor<512x2xf16>, tensor<2x128xf16>) outs(%layer2.0.conv3.weight.zero : tensor<512x128xf16>) -> tensor<512x128xf16>
  %layer2.0.conv3.weight.g = tensor.expand_shape %layer2.0.conv3.weight.m [[0], [1, 2, 3]] output_shape [512, 128, 1, 1] {grad.gradient = "layer2.0.conv3.weight"} : tensor<512x128xf16> into tensor<512x128x1x1xf16>
  %layer2.0.bn2.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.0.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn2.offset.x, %layer2.0.bn2.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.0.bn2.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.0.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.0.bn2.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.0.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn2.scale.x, %layer2.0.bn2.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.0.bn2.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.0.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.0.conv2.weight.empty = tensor.empty() : tensor<128x1152xf16>
  %layer2.0.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.0.conv2.weight.empty : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.0.conv2.weight.m = linalg.matmul ins(%layer2.0.conv2.weight.x, %layer2.0.conv2.weight.dy : tensor<128x2xf16>, tensor<2x1152xf16>) outs(%layer2.0.conv2.weight.zero : tensor<128x1152xf16>) -> tensor<128x1152xf16>
  %layer2.0.conv2.weight.g = tensor.expand_shape %layer2.0.conv2.weight.m [[0], [1, 2, 3]] output_shape [128, 128, 3, 3] {grad.gradient = "layer2.0.conv2.weight"} : tensor<128x1152xf16> into tensor<128x128x3x3xf16>
  %layer2.0.bn1.offset.g.init = tensor.empty() : tensor<128xf16>
  %layer2.0.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn1.offset.x, %layer2.0.bn1.offset.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.0.bn1.offset.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.0.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.0.bn1.scale.g.init = tensor.empty() : tensor<128xf16>
  %layer2.0.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn1.scale.x, %layer2.0.bn1.scale.dy : tensor<128xf16>, tensor<128xf16>) outs(%layer2.0.bn1.scale.g.init : tensor<128xf16>)
      attrs = {grad.gradient = "layer2.0.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<128xf16>
  %layer2.0.conv1.weight.empty = tensor.empty() : tensor<128x256xf16>
  %layer2.0.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer2.0.conv1.weight.empty : tensor<128x256xf16>) -> tensor<128x256xf16>
  %layer2.0.conv1.weight.m = linalg.matmul ins(%layer2.0.conv1.weight.x, %layer2.0.conv1.weight.dy : tensor<128x2xf16>, tensor<2x256xf16>) outs(%layer2.0.conv1.weight.zero : tensor<128x256xf16>) -> tensor<128x256xf16>
  %layer2.0.conv1.weight.g = tensor.expand_shape %layer2.0.conv1.weight.m [[0], [1, 2, 3]] output_shape [128, 256, 1, 1] {grad.gradient = "layer2.0.conv1.weight"} : tensor<128x256xf16> into tensor<128x256x1x1xf16>
  %layer1.2.bn3.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer1.2.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn3.offset.x, %layer1.2.bn3.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.2.bn3.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.2.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.2.bn3.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer1.2.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn3.scale.x, %layer1.2.bn3.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.2.bn3.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.2.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.2.conv3.weight.empty = tensor.empty() : tensor<256x64xf16>
  %layer1.2.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.2.conv3.weight.empty : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.2.conv3.weight.m = linalg.matmul ins(%layer1.2.conv3.weight.x, %layer1.2.conv3.weight.dy : tensor<256x2xf16>, tensor<2x64xf16>) outs(%layer1.2.conv3.weight.zero : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.2.conv3.weight.g = tensor.expand_shape %layer1.2.conv3.weight.m [[0], [1, 2, 3]] output_shape [256, 64, 1, 1] {grad.gradient = "layer1.2.conv3.weight"} : tensor<256x64xf16> into tensor<256x64x1x1xf16>
  %layer1.2.bn2.offset.g.init = tensor.empty() : tensor<64xf16>
  %layer1.2.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn2.offset.x, %layer1.2.bn2.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.2.bn2.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.2.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.2.bn2.scale.g.init = tensor.empty() : tensor<64xf16>
  %layer1.2.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn2.scale.x, %layer1.2.bn2.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.2.bn2.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.2.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.2.conv2.weight.empty = tensor.empty() : tensor<64x576xf16>
  %layer1.2.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.2.conv2.weight.empty : tensor<64x576xf16>) -> tensor<64x576xf16>
  %layer1.2.conv2.weight.m = linalg.matmul ins(%layer1.2.conv2.weight.x, %layer1.2.conv2.weight.dy : tensor<64x2xf16>, tensor<2x576xf16>) outs(%layer1.2.conv2.weight.zero : tensor<64x576xf16>) -> tensor<64x576xf16>
  %layer1.2.conv2.weight.g = tensor.expand_shape %layer1.2.conv2.weight.m [[0], [1, 2, 3]] output_shape [64, 64, 3, 3] {grad.gradient = "layer1.2.conv2.weight"} : tensor<64x576xf16> into tensor<64x64x3x3xf16>
  %layer1.2.bn1.offset.g.init = tensor.empty() : tensor<64xf16>
  %layer1.2.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn1.offset.x, %layer1.2.bn1.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.2.bn1.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.2.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.2.bn1.scale.g.init = tensor.empty() : tensor<64xf16>
  %layer1.2.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn1.scale.x, %layer1.2.bn1.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.2.bn1.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.2.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.2.conv1.weight.empty = tensor.empty() : tensor<64x256xf16>
  %layer1.2.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.2.conv1.weight.empty : tensor<64x256xf16>) -> tensor<64x256xf16>
  %layer1.2.conv1.weight.m = linalg.matmul ins(%layer1.2.conv1.weight.x, %layer1.2.conv1.weight.dy : tensor<64x2xf16>, tensor<2x256xf16>) outs(%layer1.2.conv1.weight.zero : tensor<64x256xf16>) -> tensor<64x256xf16>
  %layer1.2.conv1.weight.g = tensor.expand_shape %layer1.2.conv1.weight.m [[0], [1, 2, 3]] output_shape [64, 256, 1, 1] {grad.gradient = "layer1.2.conv1.weight"} : tensor<64x256xf16> into tensor<64x256x1x1xf16>
  %layer1.1.bn3.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer1.1.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn3.offset.x, %layer1.1.bn3.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.1.bn3.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.1.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.1.bn3.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer1.1.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn3.scale.x, %layer1.1.bn3.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.1.bn3.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.1.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.1.conv3.weight.empty = tensor.empty() : tensor<256x64xf16>
  %layer1.1.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.1.conv3.weight.empty : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.1.conv3.weight.m = linalg.matmul ins(%layer1.1.conv3.weight.x, %layer1.1.conv3.weight.dy : tensor<256x2xf16>, tensor<2x64xf16>) outs(%layer1.1.conv3.weight.zero : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.1.conv3.weight.g = tensor.expand_shape %layer1.1.conv3.weight.m [[0], [1, 2, 3]] output_shape [256, 64, 1, 1] {grad.gradient = "layer1.1.conv3.weight"} : tensor<256x64xf16> into tensor<256x64x1x1xf16>
  %layer1.1.bn2.offset.g.init = tensor.empty() : tensor<64xf16>
  %layer1.1.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn2.offset.x, %layer1.1.bn2.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.1.bn2.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.1.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.1.bn2.scale.g.init = tensor.empty() : tensor<64xf16>
  %layer1.1.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn2.scale.x, %layer1.1.bn2.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.1.bn2.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.1.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.1.conv2.weight.empty = tensor.empty() : tensor<64x576xf16>
  %layer1.1.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.1.conv2.weight.empty : tensor<64x576xf16>) -> tensor<64x576xf16>
  %layer1.1.conv2.weight.m = linalg.matmul ins(%layer1.1.conv2.weight.x, %layer1.1.conv2.weight.dy : tensor<64x2xf16>, tensor<2x576xf16>) outs(%layer1.1.conv2.weight.zero : tensor<64x576xf16>) -> tensor<64x576xf16>
  %layer1.1.conv2.weight.g = tensor.expand_shape %layer1.1.conv2.weight.m [[0], [1, 2, 3]] output_shape [64, 64, 3, 3] {grad.gradient = "layer1.1.conv2.weight"} : tensor<64x576xf16> into tensor<64x64x3x3xf16>
  %layer1.1.bn1.offset.g.init = tensor.empty() : tensor<64xf16>
  %layer1.1.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn1.offset.x, %layer1.1.bn1.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.1.bn1.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.1.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.1.bn1.scale.g.init = tensor.empty() : tensor<64xf16>
  %layer1.1.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn1.scale.x, %layer1.1.bn1.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.1.bn1.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.1.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.1.conv1.weight.empty = tensor.empty() : tensor<64x256xf16>
  %layer1.1.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.1.conv1.weight.empty : tensor<64x256xf16>) -> tensor<64x256xf16>
  %layer1.1.conv1.weight.m = linalg.matmul ins(%layer1.1.conv1.weight.x, %layer1.1.conv1.weight.dy : tensor<64x2xf16>, tensor<2x256xf16>) outs(%layer1.1.conv1.weight.zero : tensor<64x256xf16>) -> tensor<64x256xf16>
  %layer1.1.conv1.weight.g = tensor.expand_shape %layer1.1.conv1.weight.m [[0], [1, 2, 3]] output_shape [64, 256, 1, 1] {grad.gradient = "layer1.1.conv1.weight"} : tensor<64x256xf16> into tensor<64x256x1x1xf16>
  %layer1.0.downsample.bn.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer1.0.downsample.bn.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.downsample.bn.offset.x, %layer1.0.downsample.bn.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.0.downsample.bn.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.0.downsample.bn.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.0.downsample.bn.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer1.0.downsample.bn.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.downsample.bn.scale.x, %layer1.0.downsample.bn.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.0.downsample.bn.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.0.downsample.bn.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.0.downsample.weight.empty = tensor.empty() : tensor<256x64xf16>
  %layer1.0.downsample.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.0.downsample.weight.empty : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.0.downsample.weight.m = linalg.matmul ins(%layer1.0.downsample.weight.x, %layer1.0.downsample.weight.dy : tensor<256x2xf16>, tensor<2x64xf16>) outs(%layer1.0.downsample.weight.zero : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.0.downsample.weight.g = tensor.expand_shape %layer1.0.downsample.weight.m [[0], [1, 2, 3]] output_shape [256, 64, 1, 1] {grad.gradient = "layer1.0.downsample.weight"} : tensor<256x64xf16> into tensor<256x64x1x1xf16>
  %layer1.0.bn3.offset.g.init = tensor.empty() : tensor<256xf16>
  %layer1.0.bn3.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn3.offset.x, %layer1.0.bn3.offset.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.0.bn3.offset.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.0.bn3.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.0.bn3.scale.g.init = tensor.empty() : tensor<256xf16>
  %layer1.0.bn3.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn3.scale.x, %layer1.0.bn3.scale.dy : tensor<256xf16>, tensor<256xf16>) outs(%layer1.0.bn3.scale.g.init : tensor<256xf16>)
      attrs = {grad.gradient = "layer1.0.bn3.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<256xf16>
  %layer1.0.conv3.weight.empty = tensor.empty() : tensor<256x64xf16>
  %layer1.0.conv3.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.0.conv3.weight.empty : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.0.conv3.weight.m = linalg.matmul ins(%layer1.0.conv3.weight.x, %layer1.0.conv3.weight.dy : tensor<256x2xf16>, tensor<2x64xf16>) outs(%layer1.0.conv3.weight.zero : tensor<256x64xf16>) -> tensor<256x64xf16>
  %layer1.0.conv3.weight.g = tensor.expand_shape %layer1.0.conv3.weight.m [[0], [1, 2, 3]] output_shape [256, 64, 1, 1] {grad.gradient = "layer1.0.conv3.weight"} : tensor<256x64xf16> into tensor<256x64x1x1xf16>
  %layer1.0.bn2.offset.g.init = tensor.empty() : tensor<64xf16>
  %layer1.0.bn2.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn2.offset.x, %layer1.0.bn2.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.0.bn2.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.0.bn2.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.0.bn2.scale.g.init = tensor.empty() : tensor<64xf16>
  %layer1.0.bn2.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn2.scale.x, %layer1.0.bn2.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.0.bn2.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.0.bn2.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.0.conv2.weight.empty = tensor.empty() : tensor<64x576xf16>
  %layer1.0.conv2.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.0.conv2.weight.empty : tensor<64x576xf16>) -> tensor<64x576xf16>
  %layer1.0.conv2.weight.m = linalg.matmul ins(%layer1.0.conv2.weight.x, %layer1.0.conv2.weight.dy : tensor<64x2xf16>, tensor<2x576xf16>) outs(%layer1.0.conv2.weight.zero : tensor<64x576xf16>) -> tensor<64x576xf16>
  %layer1.0.conv2.weight.g = tensor.expand_shape %layer1.0.conv2.weight.m [[0], [1, 2, 3]] output_shape [64, 64, 3, 3] {grad.gradient = "layer1.0.conv2.weight"} : tensor<64x576xf16> into tensor<64x64x3x3xf16>
  %layer1.0.bn1.offset.g.init = tensor.empty() : tensor<64xf16>
  %layer1.0.bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn1.offset.x, %layer1.0.bn1.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.0.bn1.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.0.bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.0.bn1.scale.g.init = tensor.empty() : tensor<64xf16>
  %layer1.0.bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn1.scale.x, %layer1.0.bn1.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%layer1.0.bn1.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "layer1.0.bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %layer1.0.conv1.weight.empty = tensor.empty() : tensor<64x64xf16>
  %layer1.0.conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%layer1.0.conv1.weight.empty : tensor<64x64xf16>) -> tensor<64x64xf16>
  %layer1.0.conv1.weight.m = linalg.matmul ins(%layer1.0.conv1.weight.x, %layer1.0.conv1.weight.dy : tensor<64x2xf16>, tensor<2x64xf16>) outs(%layer1.0.conv1.weight.zero : tensor<64x64xf16>) -> tensor<64x64xf16>
  %layer1.0.conv1.weight.g = tensor.expand_shape %layer1.0.conv1.weight.m [[0], [1, 2, 3]] output_shape [64, 64, 1, 1] {grad.gradient = "layer1.0.conv1.weight"} : tensor<64x64xf16> into tensor<64x64x1x1xf16>
  %bn1.offset.g.init = tensor.empty() : tensor<64xf16>
  %bn1.offset.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%bn1.offset.x, %bn1.offset.dy : tensor<64xf16>, tensor<64xf16>) outs(%bn1.offset.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "bn1.offset"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %bn1.scale.g.init = tensor.empty() : tensor<64xf16>
  %bn1.scale.g = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%bn1.scale.x, %bn1.scale.dy : tensor<64xf16>, tensor<64xf16>) outs(%bn1.scale.g.init : tensor<64xf16>)
      attrs = {grad.gradient = "bn1.scale"} {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<64xf16>
  %conv1.weight.empty = tensor.empty() : tensor<64x147xf16>
  %conv1.weight.zero = linalg.fill ins(%zero : f16) outs(%conv1.weight.empty : tensor<64x147xf16>) -> tensor<64x147xf16>
  %conv1.weight.m = linalg.matmul ins(%conv1.weight.x, %conv1.weight.dy : tensor<64x2xf16>, tensor<2x147xf16>) outs(%conv1.weight.zero : tensor<64x147xf16>) -> tensor<64x147xf16>
  %conv1.weight.g = tensor.expand_shape %conv1.weight.m [[0], [1, 2, 3]] output_shape [64, 3, 7, 7] {grad.gradient = "conv1.weight"} : tensor<64x147xf16> into tensor<64x3x7x7xf16>
  %conv1.weight.new.init = tensor.empty() : tensor<64x3x7x7xf32>
  %conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv1.weight, %conv1.weight.g : tensor<64x3x7x7xf32>, tensor<64x3x7x7xf16>) outs(%conv1.weight.new.init : tensor<64x3x7x7xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x3x7x7xf32>
  %bn1.scale.new.init = tensor.empty() : tensor<64xf32>
  %bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%bn1.scale, %bn1.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%bn1.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %bn1.offset.new.init = tensor.empty() : tensor<64xf32>
  %bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%bn1.offset, %bn1.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%bn1.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.0.conv1.weight.new.init = tensor.empty() : tensor<64x64x1x1xf32>
  %layer1.0.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.0.conv1.weight, %layer1.0.conv1.weight.g : tensor<64x64x1x1xf32>, tensor<64x64x1x1xf16>) outs(%layer1.0.conv1.weight.new.init : tensor<64x64x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x64x1x1xf32>
  %layer1.0.bn1.scale.new.init = tensor.empty() : tensor<64xf32>
  %layer1.0.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn1.scale, %layer1.0.bn1.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.0.bn1.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.0.bn1.offset.new.init = tensor.empty() : tensor<64xf32>
  %layer1.0.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn1.offset, %layer1.0.bn1.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.0.bn1.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.0.conv2.weight.new.init = tensor.empty() : tensor<64x64x3x3xf32>
  %layer1.0.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.0.conv2.weight, %layer1.0.conv2.weight.g : tensor<64x64x3x3xf32>, tensor<64x64x3x3xf16>) outs(%layer1.0.conv2.weight.new.init : tensor<64x64x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x64x3x3xf32>
  %layer1.0.bn2.scale.new.init = tensor.empty() : tensor<64xf32>
  %layer1.0.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn2.scale, %layer1.0.bn2.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.0.bn2.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.0.bn2.offset.new.init = tensor.empty() : tensor<64xf32>
  %layer1.0.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn2.offset, %layer1.0.bn2.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.0.bn2.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.0.conv3.weight.new.init = tensor.empty() : tensor<256x64x1x1xf32>
  %layer1.0.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.0.conv3.weight, %layer1.0.conv3.weight.g : tensor<256x64x1x1xf32>, tensor<256x64x1x1xf16>) outs(%layer1.0.conv3.weight.new.init : tensor<256x64x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x64x1x1xf32>
  %layer1.0.bn3.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer1.0.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn3.scale, %layer1.0.bn3.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.0.bn3.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.0.bn3.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer1.0.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.bn3.offset, %layer1.0.bn3.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.0.bn3.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.0.downsample.weight.new.init = tensor.empty() : tensor<256x64x1x1xf32>
  %layer1.0.downsample.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.0.downsample.weight, %layer1.0.downsample.weight.g : tensor<256x64x1x1xf32>, tensor<256x64x1x1xf16>) outs(%layer1.0.downsample.weight.new.init : tensor<256x64x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x64x1x1xf32>
  %layer1.0.downsample.bn.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer1.0.downsample.bn.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.downsample.bn.scale, %layer1.0.downsample.bn.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.0.downsample.bn.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.0.downsample.bn.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer1.0.downsample.bn.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.0.downsample.bn.offset, %layer1.0.downsample.bn.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.0.downsample.bn.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.1.conv1.weight.new.init = tensor.empty() : tensor<64x256x1x1xf32>
  %layer1.1.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.1.conv1.weight, %layer1.1.conv1.weight.g : tensor<64x256x1x1xf32>, tensor<64x256x1x1xf16>) outs(%layer1.1.conv1.weight.new.init : tensor<64x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x256x1x1xf32>
  %layer1.1.bn1.scale.new.init = tensor.empty() : tensor<64xf32>
  %layer1.1.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn1.scale, %layer1.1.bn1.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.1.bn1.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.1.bn1.offset.new.init = tensor.empty() : tensor<64xf32>
  %layer1.1.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn1.offset, %layer1.1.bn1.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.1.bn1.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.1.conv2.weight.new.init = tensor.empty() : tensor<64x64x3x3xf32>
  %layer1.1.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.1.conv2.weight, %layer1.1.conv2.weight.g : tensor<64x64x3x3xf32>, tensor<64x64x3x3xf16>) outs(%layer1.1.conv2.weight.new.init : tensor<64x64x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x64x3x3xf32>
  %layer1.1.bn2.scale.new.init = tensor.empty() : tensor<64xf32>
  %layer1.1.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn2.scale, %layer1.1.bn2.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.1.bn2.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.1.bn2.offset.new.init = tensor.empty() : tensor<64xf32>
  %layer1.1.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn2.offset, %layer1.1.bn2.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.1.bn2.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.1.conv3.weight.new.init = tensor.empty() : tensor<256x64x1x1xf32>
  %layer1.1.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.1.conv3.weight, %layer1.1.conv3.weight.g : tensor<256x64x1x1xf32>, tensor<256x64x1x1xf16>) outs(%layer1.1.conv3.weight.new.init : tensor<256x64x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x64x1x1xf32>
  %layer1.1.bn3.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer1.1.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn3.scale, %layer1.1.bn3.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.1.bn3.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.1.bn3.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer1.1.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.1.bn3.offset, %layer1.1.bn3.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.1.bn3.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.2.conv1.weight.new.init = tensor.empty() : tensor<64x256x1x1xf32>
  %layer1.2.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.2.conv1.weight, %layer1.2.conv1.weight.g : tensor<64x256x1x1xf32>, tensor<64x256x1x1xf16>) outs(%layer1.2.conv1.weight.new.init : tensor<64x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x256x1x1xf32>
  %layer1.2.bn1.scale.new.init = tensor.empty() : tensor<64xf32>
  %layer1.2.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn1.scale, %layer1.2.bn1.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.2.bn1.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.2.bn1.offset.new.init = tensor.empty() : tensor<64xf32>
  %layer1.2.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn1.offset, %layer1.2.bn1.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.2.bn1.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.2.conv2.weight.new.init = tensor.empty() : tensor<64x64x3x3xf32>
  %layer1.2.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.2.conv2.weight, %layer1.2.conv2.weight.g : tensor<64x64x3x3xf32>, tensor<64x64x3x3xf16>) outs(%layer1.2.conv2.weight.new.init : tensor<64x64x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x64x3x3xf32>
  %layer1.2.bn2.scale.new.init = tensor.empty() : tensor<64xf32>
  %layer1.2.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn2.scale, %layer1.2.bn2.scale.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.2.bn2.scale.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.2.bn2.offset.new.init = tensor.empty() : tensor<64xf32>
  %layer1.2.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn2.offset, %layer1.2.bn2.offset.g : tensor<64xf32>, tensor<64xf16>) outs(%layer1.2.bn2.offset.new.init : tensor<64xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64xf32>
  %layer1.2.conv3.weight.new.init = tensor.empty() : tensor<256x64x1x1xf32>
  %layer1.2.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer1.2.conv3.weight, %layer1.2.conv3.weight.g : tensor<256x64x1x1xf32>, tensor<256x64x1x1xf16>) outs(%layer1.2.conv3.weight.new.init : tensor<256x64x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x64x1x1xf32>
  %layer1.2.bn3.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer1.2.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn3.scale, %layer1.2.bn3.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.2.bn3.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer1.2.bn3.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer1.2.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer1.2.bn3.offset, %layer1.2.bn3.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer1.2.bn3.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer2.0.conv1.weight.new.init = tensor.empty() : tensor<128x256x1x1xf32>
  %layer2.0.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.0.conv1.weight, %layer2.0.conv1.weight.g : tensor<128x256x1x1xf32>, tensor<128x256x1x1xf16>) outs(%layer2.0.conv1.weight.new.init : tensor<128x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x256x1x1xf32>
  %layer2.0.bn1.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.0.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn1.scale, %layer2.0.bn1.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.0.bn1.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.0.bn1.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.0.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn1.offset, %layer2.0.bn1.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.0.bn1.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.0.conv2.weight.new.init = tensor.empty() : tensor<128x128x3x3xf32>
  %layer2.0.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.0.conv2.weight, %layer2.0.conv2.weight.g : tensor<128x128x3x3xf32>, tensor<128x128x3x3xf16>) outs(%layer2.0.conv2.weight.new.init : tensor<128x128x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x128x3x3xf32>
  %layer2.0.bn2.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.0.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn2.scale, %layer2.0.bn2.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.0.bn2.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.0.bn2.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.0.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn2.offset, %layer2.0.bn2.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.0.bn2.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.0.conv3.weight.new.init = tensor.empty() : tensor<512x128x1x1xf32>
  %layer2.0.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.0.conv3.weight, %layer2.0.conv3.weight.g : tensor<512x128x1x1xf32>, tensor<512x128x1x1xf16>) outs(%layer2.0.conv3.weight.new.init : tensor<512x128x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x128x1x1xf32>
  %layer2.0.bn3.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer2.0.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn3.scale, %layer2.0.bn3.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.0.bn3.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.0.bn3.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer2.0.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.bn3.offset, %layer2.0.bn3.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.0.bn3.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.0.downsample.weight.new.init = tensor.empty() : tensor<512x256x1x1xf32>
  %layer2.0.downsample.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.0.downsample.weight, %layer2.0.downsample.weight.g : tensor<512x256x1x1xf32>, tensor<512x256x1x1xf16>) outs(%layer2.0.downsample.weight.new.init : tensor<512x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x256x1x1xf32>
  %layer2.0.downsample.bn.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer2.0.downsample.bn.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.downsample.bn.scale, %layer2.0.downsample.bn.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.0.downsample.bn.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.0.downsample.bn.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer2.0.downsample.bn.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.0.downsample.bn.offset, %layer2.0.downsample.bn.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.0.downsample.bn.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.1.conv1.weight.new.init = tensor.empty() : tensor<128x512x1x1xf32>
  %layer2.1.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.1.conv1.weight, %layer2.1.conv1.weight.g : tensor<128x512x1x1xf32>, tensor<128x512x1x1xf16>) outs(%layer2.1.conv1.weight.new.init : tensor<128x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x512x1x1xf32>
  %layer2.1.bn1.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.1.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn1.scale, %layer2.1.bn1.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.1.bn1.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.1.bn1.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.1.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn1.offset, %layer2.1.bn1.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.1.bn1.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.1.conv2.weight.new.init = tensor.empty() : tensor<128x128x3x3xf32>
  %layer2.1.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.1.conv2.weight, %layer2.1.conv2.weight.g : tensor<128x128x3x3xf32>, tensor<128x128x3x3xf16>) outs(%layer2.1.conv2.weight.new.init : tensor<128x128x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x128x3x3xf32>
  %layer2.1.bn2.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.1.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn2.scale, %layer2.1.bn2.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.1.bn2.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.1.bn2.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.1.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn2.offset, %layer2.1.bn2.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.1.bn2.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.1.conv3.weight.new.init = tensor.empty() : tensor<512x128x1x1xf32>
  %layer2.1.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.1.conv3.weight, %layer2.1.conv3.weight.g : tensor<512x128x1x1xf32>, tensor<512x128x1x1xf16>) outs(%layer2.1.conv3.weight.new.init : tensor<512x128x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x128x1x1xf32>
  %layer2.1.bn3.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer2.1.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn3.scale, %layer2.1.bn3.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.1.bn3.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.1.bn3.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer2.1.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.1.bn3.offset, %layer2.1.bn3.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.1.bn3.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.2.conv1.weight.new.init = tensor.empty() : tensor<128x512x1x1xf32>
  %layer2.2.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.2.conv1.weight, %layer2.2.conv1.weight.g : tensor<128x512x1x1xf32>, tensor<128x512x1x1xf16>) outs(%layer2.2.conv1.weight.new.init : tensor<128x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x512x1x1xf32>
  %layer2.2.bn1.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.2.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn1.scale, %layer2.2.bn1.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.2.bn1.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.2.bn1.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.2.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn1.offset, %layer2.2.bn1.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.2.bn1.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.2.conv2.weight.new.init = tensor.empty() : tensor<128x128x3x3xf32>
  %layer2.2.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.2.conv2.weight, %layer2.2.conv2.weight.g : tensor<128x128x3x3xf32>, tensor<128x128x3x3xf16>) outs(%layer2.2.conv2.weight.new.init : tensor<128x128x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x128x3x3xf32>
  %layer2.2.bn2.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.2.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn2.scale, %layer2.2.bn2.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.2.bn2.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.2.bn2.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.2.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn2.offset, %layer2.2.bn2.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.2.bn2.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.2.conv3.weight.new.init = tensor.empty() : tensor<512x128x1x1xf32>
  %layer2.2.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.2.conv3.weight, %layer2.2.conv3.weight.g : tensor<512x128x1x1xf32>, tensor<512x128x1x1xf16>) outs(%layer2.2.conv3.weight.new.init : tensor<512x128x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x128x1x1xf32>
  %layer2.2.bn3.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer2.2.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn3.scale, %layer2.2.bn3.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.2.bn3.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.2.bn3.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer2.2.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.2.bn3.offset, %layer2.2.bn3.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.2.bn3.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.3.conv1.weight.new.init = tensor.empty() : tensor<128x512x1x1xf32>
  %layer2.3.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.3.conv1.weight, %layer2.3.conv1.weight.g : tensor<128x512x1x1xf32>, tensor<128x512x1x1xf16>) outs(%layer2.3.conv1.weight.new.init : tensor<128x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x512x1x1xf32>
  %layer2.3.bn1.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.3.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn1.scale, %layer2.3.bn1.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.3.bn1.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.3.bn1.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.3.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn1.offset, %layer2.3.bn1.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.3.bn1.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.3.conv2.weight.new.init = tensor.empty() : tensor<128x128x3x3xf32>
  %layer2.3.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.3.conv2.weight, %layer2.3.conv2.weight.g : tensor<128x128x3x3xf32>, tensor<128x128x3x3xf16>) outs(%layer2.3.conv2.weight.new.init : tensor<128x128x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128x128x3x3xf32>
  %layer2.3.bn2.scale.new.init = tensor.empty() : tensor<128xf32>
  %layer2.3.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn2.scale, %layer2.3.bn2.scale.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.3.bn2.scale.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.3.bn2.offset.new.init = tensor.empty() : tensor<128xf32>
  %layer2.3.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn2.offset, %layer2.3.bn2.offset.g : tensor<128xf32>, tensor<128xf16>) outs(%layer2.3.bn2.offset.new.init : tensor<128xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  %layer2.3.conv3.weight.new.init = tensor.empty() : tensor<512x128x1x1xf32>
  %layer2.3.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer2.3.conv3.weight, %layer2.3.conv3.weight.g : tensor<512x128x1x1xf32>, tensor<512x128x1x1xf16>) outs(%layer2.3.conv3.weight.new.init : tensor<512x128x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x128x1x1xf32>
  %layer2.3.bn3.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer2.3.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn3.scale, %layer2.3.bn3.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.3.bn3.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer2.3.bn3.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer2.3.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer2.3.bn3.offset, %layer2.3.bn3.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer2.3.bn3.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer3.0.conv1.weight.new.init = tensor.empty() : tensor<256x512x1x1xf32>
  %layer3.0.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.0.conv1.weight, %layer3.0.conv1.weight.g : tensor<256x512x1x1xf32>, tensor<256x512x1x1xf16>) outs(%layer3.0.conv1.weight.new.init : tensor<256x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x512x1x1xf32>
  %layer3.0.bn1.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.0.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn1.scale, %layer3.0.bn1.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.0.bn1.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.0.bn1.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.0.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn1.offset, %layer3.0.bn1.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.0.bn1.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.0.conv2.weight.new.init = tensor.empty() : tensor<256x256x3x3xf32>
  %layer3.0.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.0.conv2.weight, %layer3.0.conv2.weight.g : tensor<256x256x3x3xf32>, tensor<256x256x3x3xf16>) outs(%layer3.0.conv2.weight.new.init : tensor<256x256x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x256x3x3xf32>
  %layer3.0.bn2.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.0.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn2.scale, %layer3.0.bn2.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.0.bn2.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.0.bn2.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.0.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn2.offset, %layer3.0.bn2.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.0.bn2.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.0.conv3.weight.new.init = tensor.empty() : tensor<1024x256x1x1xf32>
  %layer3.0.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.0.conv3.weight, %layer3.0.conv3.weight.g : tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf16>) outs(%layer3.0.conv3.weight.new.init : tensor<1024x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x256x1x1xf32>
  %layer3.0.bn3.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.0.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn3.scale, %layer3.0.bn3.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.0.bn3.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.0.bn3.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.0.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.bn3.offset, %layer3.0.bn3.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.0.bn3.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.0.downsample.weight.new.init = tensor.empty() : tensor<1024x512x1x1xf32>
  %layer3.0.downsample.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.0.downsample.weight, %layer3.0.downsample.weight.g : tensor<1024x512x1x1xf32>, tensor<1024x512x1x1xf16>) outs(%layer3.0.downsample.weight.new.init : tensor<1024x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x512x1x1xf32>
  %layer3.0.downsample.bn.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.0.downsample.bn.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.downsample.bn.scale, %layer3.0.downsample.bn.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.0.downsample.bn.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.0.downsample.bn.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.0.downsample.bn.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.0.downsample.bn.offset, %layer3.0.downsample.bn.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.0.downsample.bn.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.1.conv1.weight.new.init = tensor.empty() : tensor<256x1024x1x1xf32>
  %layer3.1.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.1.conv1.weight, %layer3.1.conv1.weight.g : tensor<256x1024x1x1xf32>, tensor<256x1024x1x1xf16>) outs(%layer3.1.conv1.weight.new.init : tensor<256x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x1024x1x1xf32>
  %layer3.1.bn1.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.1.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn1.scale, %layer3.1.bn1.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.1.bn1.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.1.bn1.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.1.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn1.offset, %layer3.1.bn1.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.1.bn1.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.1.conv2.weight.new.init = tensor.empty() : tensor<256x256x3x3xf32>
  %layer3.1.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.1.conv2.weight, %layer3.1.conv2.weight.g : tensor<256x256x3x3xf32>, tensor<256x256x3x3xf16>) outs(%layer3.1.conv2.weight.new.init : tensor<256x256x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x256x3x3xf32>
  %layer3.1.bn2.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.1.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn2.scale, %layer3.1.bn2.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.1.bn2.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.1.bn2.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.1.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn2.offset, %layer3.1.bn2.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.1.bn2.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.1.conv3.weight.new.init = tensor.empty() : tensor<1024x256x1x1xf32>
  %layer3.1.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.1.conv3.weight, %layer3.1.conv3.weight.g : tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf16>) outs(%layer3.1.conv3.weight.new.init : tensor<1024x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x256x1x1xf32>
  %layer3.1.bn3.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.1.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn3.scale, %layer3.1.bn3.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.1.bn3.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.1.bn3.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.1.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.1.bn3.offset, %layer3.1.bn3.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.1.bn3.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.2.conv1.weight.new.init = tensor.empty() : tensor<256x1024x1x1xf32>
  %layer3.2.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.2.conv1.weight, %layer3.2.conv1.weight.g : tensor<256x1024x1x1xf32>, tensor<256x1024x1x1xf16>) outs(%layer3.2.conv1.weight.new.init : tensor<256x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x1024x1x1xf32>
  %layer3.2.bn1.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.2.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn1.scale, %layer3.2.bn1.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.2.bn1.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.2.bn1.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.2.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn1.offset, %layer3.2.bn1.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.2.bn1.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.2.conv2.weight.new.init = tensor.empty() : tensor<256x256x3x3xf32>
  %layer3.2.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.2.conv2.weight, %layer3.2.conv2.weight.g : tensor<256x256x3x3xf32>, tensor<256x256x3x3xf16>) outs(%layer3.2.conv2.weight.new.init : tensor<256x256x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x256x3x3xf32>
  %layer3.2.bn2.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.2.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn2.scale, %layer3.2.bn2.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.2.bn2.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.2.bn2.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.2.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn2.offset, %layer3.2.bn2.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.2.bn2.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.2.conv3.weight.new.init = tensor.empty() : tensor<1024x256x1x1xf32>
  %layer3.2.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.2.conv3.weight, %layer3.2.conv3.weight.g : tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf16>) outs(%layer3.2.conv3.weight.new.init : tensor<1024x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x256x1x1xf32>
  %layer3.2.bn3.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.2.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn3.scale, %layer3.2.bn3.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.2.bn3.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.2.bn3.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.2.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.2.bn3.offset, %layer3.2.bn3.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.2.bn3.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.3.conv1.weight.new.init = tensor.empty() : tensor<256x1024x1x1xf32>
  %layer3.3.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.3.conv1.weight, %layer3.3.conv1.weight.g : tensor<256x1024x1x1xf32>, tensor<256x1024x1x1xf16>) outs(%layer3.3.conv1.weight.new.init : tensor<256x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x1024x1x1xf32>
  %layer3.3.bn1.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.3.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn1.scale, %layer3.3.bn1.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.3.bn1.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.3.bn1.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.3.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn1.offset, %layer3.3.bn1.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.3.bn1.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.3.conv2.weight.new.init = tensor.empty() : tensor<256x256x3x3xf32>
  %layer3.3.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.3.conv2.weight, %layer3.3.conv2.weight.g : tensor<256x256x3x3xf32>, tensor<256x256x3x3xf16>) outs(%layer3.3.conv2.weight.new.init : tensor<256x256x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x256x3x3xf32>
  %layer3.3.bn2.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.3.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn2.scale, %layer3.3.bn2.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.3.bn2.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.3.bn2.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.3.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn2.offset, %layer3.3.bn2.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.3.bn2.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.3.conv3.weight.new.init = tensor.empty() : tensor<1024x256x1x1xf32>
  %layer3.3.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.3.conv3.weight, %layer3.3.conv3.weight.g : tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf16>) outs(%layer3.3.conv3.weight.new.init : tensor<1024x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x256x1x1xf32>
  %layer3.3.bn3.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.3.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn3.scale, %layer3.3.bn3.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.3.bn3.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.3.bn3.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.3.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.3.bn3.offset, %layer3.3.bn3.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.3.bn3.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.4.conv1.weight.new.init = tensor.empty() : tensor<256x1024x1x1xf32>
  %layer3.4.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.4.conv1.weight, %layer3.4.conv1.weight.g : tensor<256x1024x1x1xf32>, tensor<256x1024x1x1xf16>) outs(%layer3.4.conv1.weight.new.init : tensor<256x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x1024x1x1xf32>
  %layer3.4.bn1.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.4.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn1.scale, %layer3.4.bn1.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.4.bn1.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.4.bn1.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.4.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn1.offset, %layer3.4.bn1.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.4.bn1.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.4.conv2.weight.new.init = tensor.empty() : tensor<256x256x3x3xf32>
  %layer3.4.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.4.conv2.weight, %layer3.4.conv2.weight.g : tensor<256x256x3x3xf32>, tensor<256x256x3x3xf16>) outs(%layer3.4.conv2.weight.new.init : tensor<256x256x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x256x3x3xf32>
  %layer3.4.bn2.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.4.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn2.scale, %layer3.4.bn2.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.4.bn2.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.4.bn2.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.4.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn2.offset, %layer3.4.bn2.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.4.bn2.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.4.conv3.weight.new.init = tensor.empty() : tensor<1024x256x1x1xf32>
  %layer3.4.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.4.conv3.weight, %layer3.4.conv3.weight.g : tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf16>) outs(%layer3.4.conv3.weight.new.init : tensor<1024x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x256x1x1xf32>
  %layer3.4.bn3.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.4.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn3.scale, %layer3.4.bn3.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.4.bn3.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.4.bn3.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.4.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.4.bn3.offset, %layer3.4.bn3.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.4.bn3.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.5.conv1.weight.new.init = tensor.empty() : tensor<256x1024x1x1xf32>
  %layer3.5.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.5.conv1.weight, %layer3.5.conv1.weight.g : tensor<256x1024x1x1xf32>, tensor<256x1024x1x1xf16>) outs(%layer3.5.conv1.weight.new.init : tensor<256x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x1024x1x1xf32>
  %layer3.5.bn1.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.5.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn1.scale, %layer3.5.bn1.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.5.bn1.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.5.bn1.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.5.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn1.offset, %layer3.5.bn1.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.5.bn1.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.5.conv2.weight.new.init = tensor.empty() : tensor<256x256x3x3xf32>
  %layer3.5.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.5.conv2.weight, %layer3.5.conv2.weight.g : tensor<256x256x3x3xf32>, tensor<256x256x3x3xf16>) outs(%layer3.5.conv2.weight.new.init : tensor<256x256x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256x256x3x3xf32>
  %layer3.5.bn2.scale.new.init = tensor.empty() : tensor<256xf32>
  %layer3.5.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn2.scale, %layer3.5.bn2.scale.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.5.bn2.scale.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.5.bn2.offset.new.init = tensor.empty() : tensor<256xf32>
  %layer3.5.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn2.offset, %layer3.5.bn2.offset.g : tensor<256xf32>, tensor<256xf16>) outs(%layer3.5.bn2.offset.new.init : tensor<256xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<256xf32>
  %layer3.5.conv3.weight.new.init = tensor.empty() : tensor<1024x256x1x1xf32>
  %layer3.5.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer3.5.conv3.weight, %layer3.5.conv3.weight.g : tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf16>) outs(%layer3.5.conv3.weight.new.init : tensor<1024x256x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024x256x1x1xf32>
  %layer3.5.bn3.scale.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.5.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn3.scale, %layer3.5.bn3.scale.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.5.bn3.scale.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer3.5.bn3.offset.new.init = tensor.empty() : tensor<1024xf32>
  %layer3.5.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer3.5.bn3.offset, %layer3.5.bn3.offset.g : tensor<1024xf32>, tensor<1024xf16>) outs(%layer3.5.bn3.offset.new.init : tensor<1024xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1024xf32>
  %layer4.0.conv1.weight.new.init = tensor.empty() : tensor<512x1024x1x1xf32>
  %layer4.0.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.0.conv1.weight, %layer4.0.conv1.weight.g : tensor<512x1024x1x1xf32>, tensor<512x1024x1x1xf16>) outs(%layer4.0.conv1.weight.new.init : tensor<512x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x1024x1x1xf32>
  %layer4.0.bn1.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer4.0.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn1.scale, %layer4.0.bn1.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.0.bn1.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.0.bn1.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer4.0.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn1.offset, %layer4.0.bn1.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.0.bn1.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.0.conv2.weight.new.init = tensor.empty() : tensor<512x512x3x3xf32>
  %layer4.0.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.0.conv2.weight, %layer4.0.conv2.weight.g : tensor<512x512x3x3xf32>, tensor<512x512x3x3xf16>) outs(%layer4.0.conv2.weight.new.init : tensor<512x512x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x512x3x3xf32>
  %layer4.0.bn2.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer4.0.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn2.scale, %layer4.0.bn2.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.0.bn2.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.0.bn2.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer4.0.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn2.offset, %layer4.0.bn2.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.0.bn2.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.0.conv3.weight.new.init = tensor.empty() : tensor<2048x512x1x1xf32>
  %layer4.0.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.0.conv3.weight, %layer4.0.conv3.weight.g : tensor<2048x512x1x1xf32>, tensor<2048x512x1x1xf16>) outs(%layer4.0.conv3.weight.new.init : tensor<2048x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048x512x1x1xf32>
  %layer4.0.bn3.scale.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.0.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn3.scale, %layer4.0.bn3.scale.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.0.bn3.scale.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.0.bn3.offset.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.0.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.bn3.offset, %layer4.0.bn3.offset.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.0.bn3.offset.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.0.downsample.weight.new.init = tensor.empty() : tensor<2048x1024x1x1xf32>
  %layer4.0.downsample.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.0.downsample.weight, %layer4.0.downsample.weight.g : tensor<2048x1024x1x1xf32>, tensor<2048x1024x1x1xf16>) outs(%layer4.0.downsample.weight.new.init : tensor<2048x1024x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048x1024x1x1xf32>
  %layer4.0.downsample.bn.scale.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.0.downsample.bn.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.downsample.bn.scale, %layer4.0.downsample.bn.scale.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.0.downsample.bn.scale.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.0.downsample.bn.offset.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.0.downsample.bn.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.0.downsample.bn.offset, %layer4.0.downsample.bn.offset.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.0.downsample.bn.offset.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.1.conv1.weight.new.init = tensor.empty() : tensor<512x2048x1x1xf32>
  %layer4.1.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.1.conv1.weight, %layer4.1.conv1.weight.g : tensor<512x2048x1x1xf32>, tensor<512x2048x1x1xf16>) outs(%layer4.1.conv1.weight.new.init : tensor<512x2048x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x2048x1x1xf32>
  %layer4.1.bn1.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer4.1.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn1.scale, %layer4.1.bn1.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.1.bn1.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.1.bn1.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer4.1.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn1.offset, %layer4.1.bn1.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.1.bn1.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.1.conv2.weight.new.init = tensor.empty() : tensor<512x512x3x3xf32>
  %layer4.1.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.1.conv2.weight, %layer4.1.conv2.weight.g : tensor<512x512x3x3xf32>, tensor<512x512x3x3xf16>) outs(%layer4.1.conv2.weight.new.init : tensor<512x512x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x512x3x3xf32>
  %layer4.1.bn2.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer4.1.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn2.scale, %layer4.1.bn2.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.1.bn2.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.1.bn2.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer4.1.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn2.offset, %layer4.1.bn2.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.1.bn2.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.1.conv3.weight.new.init = tensor.empty() : tensor<2048x512x1x1xf32>
  %layer4.1.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.1.conv3.weight, %layer4.1.conv3.weight.g : tensor<2048x512x1x1xf32>, tensor<2048x512x1x1xf16>) outs(%layer4.1.conv3.weight.new.init : tensor<2048x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048x512x1x1xf32>
  %layer4.1.bn3.scale.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.1.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn3.scale, %layer4.1.bn3.scale.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.1.bn3.scale.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.1.bn3.offset.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.1.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.1.bn3.offset, %layer4.1.bn3.offset.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.1.bn3.offset.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.2.conv1.weight.new.init = tensor.empty() : tensor<512x2048x1x1xf32>
  %layer4.2.conv1.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.2.conv1.weight, %layer4.2.conv1.weight.g : tensor<512x2048x1x1xf32>, tensor<512x2048x1x1xf16>) outs(%layer4.2.conv1.weight.new.init : tensor<512x2048x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x2048x1x1xf32>
  %layer4.2.bn1.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer4.2.bn1.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn1.scale, %layer4.2.bn1.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.2.bn1.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.2.bn1.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer4.2.bn1.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn1.offset, %layer4.2.bn1.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.2.bn1.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.2.conv2.weight.new.init = tensor.empty() : tensor<512x512x3x3xf32>
  %layer4.2.conv2.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.2.conv2.weight, %layer4.2.conv2.weight.g : tensor<512x512x3x3xf32>, tensor<512x512x3x3xf16>) outs(%layer4.2.conv2.weight.new.init : tensor<512x512x3x3xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x512x3x3xf32>
  %layer4.2.bn2.scale.new.init = tensor.empty() : tensor<512xf32>
  %layer4.2.bn2.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn2.scale, %layer4.2.bn2.scale.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.2.bn2.scale.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.2.bn2.offset.new.init = tensor.empty() : tensor<512xf32>
  %layer4.2.bn2.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn2.offset, %layer4.2.bn2.offset.g : tensor<512xf32>, tensor<512xf16>) outs(%layer4.2.bn2.offset.new.init : tensor<512xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  %layer4.2.conv3.weight.new.init = tensor.empty() : tensor<2048x512x1x1xf32>
  %layer4.2.conv3.weight.new = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%layer4.2.conv3.weight, %layer4.2.conv3.weight.g : tensor<2048x512x1x1xf32>, tensor<2048x512x1x1xf16>) outs(%layer4.2.conv3.weight.new.init : tensor<2048x512x1x1xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048x512x1x1xf32>
  %layer4.2.bn3.scale.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.2.bn3.scale.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn3.scale, %layer4.2.bn3.scale.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.2.bn3.scale.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %layer4.2.bn3.offset.new.init = tensor.empty() : tensor<2048xf32>
  %layer4.2.bn3.offset.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%layer4.2.bn3.offset, %layer4.2.bn3.offset.g : tensor<2048xf32>, tensor<2048xf16>) outs(%layer4.2.bn3.offset.new.init : tensor<2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<2048xf32>
  %fc.weight.new.init = tensor.empty() : tensor<1000x2048xf32>
  %fc.weight.new = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]}
      ins(%fc.weight, %fc.weight.g : tensor<1000x2048xf32>, tensor<1000x2048xf16>) outs(%fc.weight.new.init : tensor<1000x2048xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1000x2048xf32>
  %fc.bias.new.init = tensor.empty() : tensor<1000xf32>
  %fc.bias.new = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]}
      ins(%fc.bias, %fc.bias.g : tensor<1000xf32>, tensor<1000xf16>) outs(%fc.bias.new.init : tensor<1000xf32>)
       {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %g = arith.extf %b : f16 to f32
    %s = arith.mulf %lr, %g : f32
    %d = arith.subf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<1000xf32>
  return %conv1.weight.new, %bn1.scale.new, %bn1.offset.new, %layer1.0.conv1.weight.new, %layer1.0.bn1.scale.new, %layer1.0.bn1.offset.new, %layer1.0.conv2.weight.new, %layer1.0.bn2.scale.new, %layer1.0.bn2.offset.new, %layer1.0.conv3.weight.new, %layer1.0.bn3.scale.new, %layer1.0.bn3.offset.new, %layer1.0.downsample.weight.new, %layer1.0.downsample.bn.scale.new, %layer1.0.downsample.bn.offset.new, %layer1.1.conv1.weight.new, %layer1.1.bn1.scale.new, %layer1.1.bn1.offset.new, %layer1.1.conv2.weight.new, %layer1.1.bn2.scale.new, %layer1.1.bn2.offset.new, %layer1.1.conv3.weight.new, %layer1.1.bn3.scale.new, %layer1.1.bn3.offset.new, %layer1.2.conv1.weight.new, %layer1.2.bn1.scale.new, %layer1.2.bn1.offset.new, %layer1.2.conv2.weight.new, %layer1.2.bn2.scale.new, %layer1.2.bn2.offset.new, %layer1.2.conv3.weight.new, %layer1.2.bn3.scale.new, %layer1.2.bn3.offset.new, %layer2.0.conv1.weight.new, %layer2.0.bn1.scale.new, %layer2.0.bn1.offset.new, %layer2.0.conv2.weight.new, %layer2.0.bn2.scale.new, %layer2.0.bn2.offset.new, %layer2.0.conv3.weight.new, %layer2.0.bn3.scale.new, %layer2.0.bn3.offset.new, %layer2.0.downsample.weight.new, %layer2.0.downsample.bn.scale.new, %layer2.0.downsample.bn.offset.new, %layer2.1.conv1.weight.new, %layer2.1.bn1.scale.new, %layer2.1.bn1.offset.new, %layer2.1.conv2.weight.new, %layer2.1.bn2.scale.new, %layer2.1.bn2.offset.new, %layer2.1.conv3.weight.new, %layer2.1.bn3.scale.new, %layer2.1.bn3.offset.new, %layer2.2.conv1.weight.new, %layer2.2.bn1.scale.new, %layer2.2.bn1.offset.new, %layer2.2.conv2.weight.new, %layer2.2.bn2.scale.new, %layer2.2.bn2.offset.new, %layer2.2.conv3.weight.new, %layer2.2.bn3.scale.new, %layer2.2.bn3.offset.new, %layer2.3.conv1.weight.new, %layer2.3.bn1.scale.new, %layer2.3.bn1.offset.new, %layer2.3.conv2.weight.new, %layer2.3.bn2.scale.new, %layer2.3.bn2.offset.new, %layer2.3.conv3.weight.new, %layer2.3.bn3.scale.new, %layer2.3.bn3.offset.new, %layer3.0.conv1.weight.new, %layer3.0.bn1.scale.new, %layer3.0.bn1.offset.new, %layer3.0.conv2.weight.new, %layer3.0.bn2.scale.new, %layer3.0.bn2.offset.new, %layer3.0.conv3.weight.new, %layer3.0.bn3.scale.new, %layer3.0.bn3.offset.new, %layer3.0.downsample.weight.new, %layer3.0.downsample.bn.scale.new, %layer3.0.downsample.bn.offset.new, %layer3.1.conv1.weight.new, %layer3.1.bn1.scale.new, %layer3.1.bn1.offset.new, %layer3.1.conv2.weight.new, %layer3.1.bn2.scale.new, %layer3.1.bn2.offset.new, %layer3.1.conv3.weight.new, %layer3.1.bn3.scale.new, %layer3.1.bn3.offset.new, %layer3.2.conv1.weight.new, %layer3.2.bn1.scale.new, %layer3.2.bn1.offset.new, %layer3.2.conv2.weight.new, %layer3.2.bn2.scale.new, %layer3.2.bn2.offset.new, %layer3.2.conv3.weight.new, %layer3.2.bn3.scale.new, %layer3.2.bn3.offset.new, %layer3.3.conv1.weight.new, %layer3.3.bn1.scale.new, %layer3.3.bn1.offset.new, %layer3.3.conv2.weight.new, %layer3.3.bn2.scale.new, %layer3.3.bn2.offset.new, %layer3.3.conv3.weight.new, %layer3.3.bn3.scale.new, %layer3.3.bn3.offset.new, %layer3.4.conv1.weight.new, %layer3.4.bn1.scale.new, %layer3.4.bn1.offset.new, %layer3.4.conv2.weight.new, %layer3.4.bn2.scale.new, %layer3.4.bn2.offset.new, %layer3.4.conv3.weight.new, %layer3.4.bn3.scale.new, %layer3.4.bn3.offset.new, %layer3.5.conv1.weight.new, %layer3.5.bn1.scale.new, %layer3.5.bn1.offset.new, %layer3.5.conv2.weight.new, %layer3.5.bn2.scale.new, %layer3.5.bn2.offset.new, %layer3.5.conv3.weight.new, %layer3.5.bn3.scale.new, %layer3.5.bn3.offset.new, %layer4.0.conv1.weight.new, %layer4.0.bn1.scale.new, %layer4.0.bn1.offset.new, %layer4.0.conv2.weight.new, %layer4.0.bn2.scale.new, %layer4.0.bn2.offset.new, %layer4.0.conv3.weight.new, %layer4.0.bn3.scale.new, %layer4.0.bn3.offset.new, %layer4.0.downsample.weight.new, %layer4.0.downsample.bn.scale.new, %layer4.0.downsample.bn.offset.new, %layer4.1.conv1.weight.new, %layer4.1.bn1.scale.new, %layer4.1.bn1.offset.new, %layer4.1.conv2.weight.new, %layer4.1.bn2.scale.new, %layer4.1.bn2.offset.new, %layer4.1.conv3.weight.new, %layer4.1.bn3.scale.new, %layer4.1.bn3.offset.new, %layer4.2.conv1.weight.new, %layer4.2.bn1.scale.new, %layer4.2.bn1.offset.new, %layer4.2.conv2.weight.new, %layer4.2.bn2.scale.new, %layer4.2.bn2.offset.new, %layer4.2.conv3.weight.new, %layer4.2.bn3.scale.new, %layer4.2.bn3.offset.new, %fc.weight.new, %fc.bias.new
      : tensor<64x3x7x7xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<256x512x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x512x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<512x1024x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048x1024x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<1000x2048xf32>, tensor<1000xf32>
}
